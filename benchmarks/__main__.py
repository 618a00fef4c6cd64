"""`python -m benchmarks`: everything that is measured."""

import sys

from benchmarks.pages import main

sys.exit(main())
