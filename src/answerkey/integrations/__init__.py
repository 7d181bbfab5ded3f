"""Other programs that answerkey works inside: one file a host."""
