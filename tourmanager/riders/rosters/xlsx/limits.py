"""Limits on the size of a workbook."""

CPU_SECONDS = 2
MEMORY = 100 * 1024 * 1024
MAX_PARTS = 300
MAX_UNPACKED = 24 * 1024 * 1024  # of the parts together
MAX_RATIO = 150  # of a part's unpacked to its packed size; the text of a real sheet stays far below
MAX_SHEETS = 60
MAX_ELEMENTS = 1_000_000  # of XML: 5,000 rows of 60 cells have 605,000 beside their shared texts
MAX_DEPTH = 40
MAX_CHARACTERS = 6_000_000  # in all cells together; one long text may stand in many
# characters of one cell: one more than a table may hold, so that the table refuses it by its row
MAX_TEXT = 1_001
MAX_ROWS = 5_001  # that say something, of one sheet: one more than a table may have
MAX_COLUMN = 16_384
KEPT_COLUMNS = 61  # one more than a table may have
CHUNK = 1024 * 1024  # large, because old expat reads a long token again with every chunk


class WorkbookRefused(Exception):
    """The workbook cannot be read, for the reason of that code: "broken", "password", "not xlsx",
    or what is too large ("unpacks", "complex", "sheets", "rows", "wide"). `workbooks.REFUSALS` has
    the words.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Budget:
    """What is left of each limit."""

    def __init__(self) -> None:
        self.unpacked = MAX_UNPACKED
        self.elements = MAX_ELEMENTS
        self.characters = MAX_CHARACTERS


def limit_process() -> None:
    """Let the system end this process when it takes too much. Windows has no such limits; the
    counters still hold there.
    """
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
