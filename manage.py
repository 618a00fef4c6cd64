#!/usr/bin/env python
"""Django's command line for Tour Manager, in a checkout."""

from tourmanager.__main__ import main

if __name__ == "__main__":
    main()
