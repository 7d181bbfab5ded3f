"""`python -m answerkey`."""

from answerkey.cli import main

main()
