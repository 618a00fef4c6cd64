"""The application that uvicorn serves."""

import os
import warnings

from django.core.asgi import get_asgi_application

from tourmanager.web.masking import mask_access_log

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourmanager.settings")

# WhiteNoise reads its small files in one go; Django would rather stream them, and says so in
# everybody's terminal.
warnings.filterwarnings(
    "ignore",
    message="StreamingHttpResponse must consume synchronous iterators",  # not shown
)

mask_access_log()
application = get_asgi_application()
