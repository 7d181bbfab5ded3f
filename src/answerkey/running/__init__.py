"""Rows to results: files and workers."""
