"""Text to tree and back: what people and models write, read whole or not at all."""
