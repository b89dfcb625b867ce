"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "return from before the release": (
        "finbert/world.py",
        "return log_price[start + horizon] - log_price[start]",
        "return log_price[start + horizon] - log_price[start - 1]",
    ),
    "strength not by the root of the horizon": (
        "finbert/world.py",
        "(strength * stance + series * true_rate) / np.sqrt(HORIZON)",
        "(strength * stance + series * true_rate) / HORIZON",
    ),
    "loss at every row": (
        "finbert/pipeline.py",
        "np.arange(len(found.rows)) == len(found.rows) - 1",
        "np.arange(len(found.rows)) >= 0",
    ),
    "gradient of a document": (
        "finbert/pipeline.py",
        "d_projected @ reader.W_xv",
        "2 * d_projected @ reader.W_xv",
    ),
    "sign of the tone": (
        "finbert/tone.py",
        "vectors[:, HAWKISH] - vectors[:, DOVISH]",
        "vectors[:, DOVISH] - vectors[:, HAWKISH]",
    ),
    "a sentence with itself": (
        "finbert/statements.py",
        "(1 + (n - 1) * together) / n",
        "(1 + n * together) / n",
    ),
    "attenuated twice": (
        "finbert/significance.py",
        "number / reliability for number in found",
        "number * reliability for number in found",
    ),
    "target not complete": (
        "finbert/protocol.py",
        "np.flatnonzero(ends + embargo <= known[start])",
        "np.flatnonzero(known < known[start])",
    ),
    "ratio without the 1": (
        "finbert/protocol.py",
        "1 - np.sum((outcome - forecast) ** 2) / least",
        "np.sum((outcome - forecast) ** 2) / least",
    ),
    "variance for the deviation": (
        "finbert/protocol.py",
        "returns.mean() / deviation *",
        "returns.mean() / deviation**2 *",
    ),
    "losses turned round": (
        "finbert/significance.py",
        "_mean_above_0((y - g) ** 2 - (y - f) ** 2, lags)",
        "_mean_above_0((y - f) ** 2 - (y - g) ** 2, lags)",
    ),
    "handicap twice": (
        "finbert/significance.py",
        "+ (g - f) ** 2, lags)",
        "- (g - f) ** 2, lags)",
    ),
    "the best but one": (
        "finbert/significance.py",
        "1 - 1 / (tried * np.e)",
        "1 - 1 / tried",
    ),
    "luck added": (
        "finbert/significance.py",
        "(S - S_0) * np.sqrt(len(returns) - 1)",
        "(S + S_0) * np.sqrt(len(returns) - 1)",
    ),
}
