"""Time zones on a machine that has none of its own."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("more", "printed"),
    [
        ("", "2024-07-01 14:00:00+01:00"),  # the package tzdata alone
        ("sys.modules['tzdata'] = None", "pip install tzdata"),
    ],
)
def test_a_machine_without_time_zones_has_those_of_tzdata(more, printed):
    code = f"""
import sys, zoneinfo
from datetime import datetime
zoneinfo.reset_tzpath(to=[])
{more}
from unrolled.finbert.stamps import read_zone
try:
    print(datetime(2024, 7, 1, 14, tzinfo=read_zone("zone", "Europe/London")))
except ValueError as wrong:
    print(wrong)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert printed in run.stdout
