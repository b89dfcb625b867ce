"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import call, drawn, rng
from unrolled.finbert import protocol, significance

KNOWN = np.array([0.0, 2.0, 3.0, 5.0, 8.0, 9.0, 12.0, 15.0])
ENDS = KNOWN + 3
Y, TONE = drawn(12, seed=2), drawn(12, seed=3)
ROWS = np.column_stack([Y, TONE])
SPLIT = protocol.Split(np.array([0.0, 1.0]), np.array([4.0, 5.0]))


def running_mean(series):
    return np.cumsum(series) / np.arange(1, len(series) + 1)


def largest(documents):
    return float(documents[:3].max())


ARITHMETIC = {
    "finbert.protocol.check_bounded_array",
    "finbert.protocol.check_rows",
    "finbert.protocol.check_varied",
    "finbert.protocol.fit_ridge",
    "finbert.protocol.gather",
    "finbert.significance.correlation",
}
BEHIND = {
    "finbert.checkpoints": "reads a folder; what does not fit has tests of its own",
    "finbert.documents": "reads files; bad lines have tests of their own",
    "finbert.encoders": "letters and texts; bad input has tests of its own",
    "finbert.leaks": "behind the explorable WalkForward; its doors have tests",
    "finbert.loaders": "reads files; bad lines have tests of their own",
    "finbert.real": "takes what the loaders read; writes and reads derived data",
    "finbert.readers": "writes and reads the derived data of three encoders; its doors have tests",
    "finbert.ridge": "takes what the loaders read; its doors have tests",
    "finbert.stamps": "dates, times and zones as text; tests of their own",
    "finbert.text_files": "reads files; tests of its own",
    "finbert.walk": "takes what the loaders read; its doors have tests",
    "finbert.statements": "sentences of a small grammar; its doors have tests",
    "finbert.tone": "vectors of texts; its doors have tests",
    "finbert.world": "worlds that are drawn; its doors have tests",
    "finbert.pipeline": "sequences of such worlds; its doors have tests",
    "finbert.trap_rows": "takes such worlds; tested with the traps",
    "finbert.traps": "takes such worlds; writes and reads derived data",
    "finbert.hundred": "takes such worlds; writes and reads derived data",
    "finbert.result": "takes such worlds; writes and reads derived data",
}
CALLS = {
    "finbert.protocol.check_times": [call(known=KNOWN, ends=ENDS)],
    "finbert.protocol.walk_forward": [
        call(list, known=KNOWN, ends=ENDS, first=3, size=2, embargo=1.5)
    ],
    "finbert.protocol.shuffled_folds": [call(list, rng=rng, n=8, folds=3)],
    "finbert.protocol.shared_days": [call(split=SPLIT, known=KNOWN, ends=ENDS, ours=("split",))],
    "finbert.protocol.forecast_forward": [
        call(
            X=drawn(8, 2),
            y=drawn(8, seed=1),
            known=KNOWN,
            ends=ENDS,
            first=4,
            ridge=1.0,
            embargo=0.5,
        )
    ],
    "finbert.protocol.r2_against": [call(outcome=Y, forecast=TONE, benchmark=drawn(12, seed=4))],
    "finbert.protocol.sharpe": [call(returns=Y, per_year=50.0)],
    "finbert.protocol.looks_ahead": [
        call(feature=running_mean, series=Y, rng=rng, tries=3, ours=("feature",))
    ],
    "finbert.significance.lags_for": [call(n=100)],
    "finbert.significance.slope": [call(y=Y, x=TONE, lags=2, free=("lags",))],
    "finbert.significance.strength": [
        call(y=Y, tone=TONE, reliability=0.75, lags=2, free=("lags",))
    ],
    "finbert.significance.diebold_mariano": [
        call(outcome=Y, forecast=TONE, benchmark=drawn(12, seed=4), lags=1, free=("lags",))
    ],
    "finbert.significance.clark_west": [
        call(outcome=Y, forecast=TONE, benchmark=drawn(12, seed=4), lags=1, free=("lags",))
    ],
    "finbert.significance.block_bootstrap": [
        call(
            rng=rng,
            statistic=significance.correlation,
            rows=ROWS,
            block=3,
            draws=20,
            ours=("statistic",),
        )
    ],
    "finbert.significance.expected_best": [call(tried=40, deviation=0.5)],
    "finbert.significance.deflated_sharpe": [call(returns=Y, tried=40, deviation=0.25)],
    "finbert.significance.permuted": [
        call(rng=rng, measure=largest, documents=drawn(6, 2), tries=5, ours=("measure",))
    ],
}
