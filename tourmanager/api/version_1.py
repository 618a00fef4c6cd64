"""The first version of the API: its operations, its schema and the page that documents them.

Everybody reads the tours that their link opens. A program records for a director with a token,
which they make on the page *Access for programs* of their account, as
`Authorization: Bearer tourm_…`.

Times are whole seconds and moments are in UTC. A rider is named by the code of the start list
(`b4`), a team by its letter (`b`). Answers about a tour have an `ETag` that changes with the tour:
send it back as `If-None-Match`, and 304 says that nothing has changed.

A refusal has a `code` for programs and a `message` for users. 429 says in `Retry-After` how many
seconds to wait.
"""

from typing import Any

from ninja import NinjaAPI
from ninja.openapi.docs import Swagger
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from tourmanager.api import read_operations, write_operations
from tourmanager.api.errors import answer_errors
from tourmanager.api.schemas.entry_kinds import describe_kinds


class DocumentationPage(Swagger):
    """The schema as a page to read and to try, with files of this server alone."""

    template = "api/documentation.html"


class Api(NinjaAPI):
    """An API whose operations are named by their functions, and whose schema describes every kind
    of log entry.
    """

    _schema: OpenAPISchema | None = None  # made once: it is the same for everybody

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        if self._schema is None:
            self._schema = self._describe(super().get_openapi_schema())
        return self._schema

    def _describe(self, schema: OpenAPISchema) -> OpenAPISchema:
        entry, kinds = describe_kinds()
        schemas = schema["components"]["schemas"]
        for name in ("Entry", "SentEntry", "Recorded"):
            field = schemas[name]["properties"]["entry"]
            described = {key: field[key] for key in ("title", "description") if key in field}
            schemas[name]["properties"]["entry"] = described | entry
        schemas |= kinds
        return schema

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return str(operation.view_func.__name__)


api = Api(
    title="Tour Manager",
    version="1",
    description=(__doc__ or "").partition("\n\n")[2].strip(),
    urls_namespace="api",
    docs=DocumentationPage(),
)
api.add_router("", read_operations.router)
api.add_router("", write_operations.router)
answer_errors(api)
