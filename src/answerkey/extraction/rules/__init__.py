"""One file a rule: `find(response)` gives an `Extraction`, a `no_answer*` reason, or None to pass on."""
