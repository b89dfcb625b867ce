"""What the tests of the reader's own files share: a present, and seconds of UTC."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

NOW = datetime(2025, 6, 15, 12, tzinfo=UTC)


def seconds(*parts, zone="UTC"):
    return int(datetime(*parts, tzinfo=ZoneInfo(zone)).timestamp())
