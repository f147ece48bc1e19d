"""`python -m reportgen` is `reportgen`."""

from reportgen.cli import main

if __name__ == "__main__":
    main()
