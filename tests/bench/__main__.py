"""`python -m tests.bench`: prints what harnessy takes beside floors and other people's tools, in one run."""

from tests.bench.run import main

if __name__ == "__main__":
    main()
