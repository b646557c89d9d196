"""``python -m evalspec.cli``."""

from evalspec.cli.main import main

if __name__ == "__main__":
    main()
