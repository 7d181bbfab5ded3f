"""What a run shows: tables for people and programs, and one HTML page that opens offline."""
