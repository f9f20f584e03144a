"""Command line: arguments in, text on stdout and an exit code out. Knows files and terminals; decides nothing."""
