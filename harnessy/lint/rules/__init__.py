"""One file for each code: its docstring is its page, `check` finds what reading and compiling do not."""
