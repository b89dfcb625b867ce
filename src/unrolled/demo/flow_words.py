"""What the flow widget says: the equations, how numbers are written, what is said beside them."""

from unrolled.page.words import rules

EQUATIONS = {  # name; formula and meaning for a weight of layer 1 and of layer 2
    "forward": [
        "Forward",
        ["h<sup>(1)</sup> = tanh(W<sup>(1)</sup> x + b<sup>(1)</sup>)",
         "ŷ = softmax(W<sup>(2)</sup> h<sup>(1)</sup> + b<sup>(2)</sup>)"],
        ["A unit adds its bias and its inputs, each times its weight. The tanh bends the sum.",
         "An output adds its bias and both hidden values, each times its weight."],
    ],
    "BP1": ["BP1", ["δ<sup>(2)</sup> = ŷ − y"] * 2,
            ["The error of an output: its probability minus what was wanted."] * 2],
    "BP2": ["BP2", ["δ<sup>(1)</sup> = W<sup>(2)⊤</sup> δ<sup>(2)</sup> ⊙ φ′(a<sup>(1)</sup>)"] * 2,
            ["The errors come back over the same weights; the slope of tanh scales"
             " their sum."] * 2],
    "BP3": ["BP3", [f"∇<sub>b</sub><sup>({n})</sup> = δ<sup>({n})</sup>" for n in (1, 2)],
            ["The gradient of a bias is the error of its unit."] * 2],
    "BP4": ["BP4", ["∇<sub>W</sub><sup>(1)</sup> = δ<sup>(1)</sup> x<sup>⊤</sup>",
                    "∇<sub>W</sub><sup>(2)</sup> = δ<sup>(2)</sup> h<sup>(1)⊤</sup>"],
            ["The gradient of a weight: the error where it ends, times the value where it"
             " starts."] * 2],
}  # fmt: skip
SYMBOLS = {
    "x": ("x", "input"), "y": ("y", "output"), "a1": ("a<sup>(1)</sup>", "state"),
    "h1": ("h<sup>(1)</sup>", "state"), "z": ("z", "output"), "y_hat": ("ŷ", "output"),
    "L": ("𝓛", "output"), "dh1": ("∇<sub>h</sub>", "gradient"), "slope1": ("φ′", "state"),
    "delta1": ("δ<sup>(1)</sup>", "gradient"), "delta2": ("δ<sup>(2)</sup>", "gradient"),
    **{f"{w}{n}": (f"{w}<sup>({n})</sup>", "weight") for w in "Wb" for n in (1, 2)},
    **{f"d{w}{n}": (f"∇<sub>{w}</sub><sup>({n})</sup>", "gradient") for w in "Wb" for n in (1, 2)},
}  # fmt: skip
ASIDE = rules(
    ("BP1 first", "The weight ends at a hidden unit; (BP1) is about the outputs: here are all."),
    ("BP2 !first bias", "This bias starts at no hidden unit. Here are both."),
    ("BP4 bias", "A bias starts at no unit: its gradient is in (BP3). Here are the weights that end"
     " where it does."),
    ("BP4 silent", "Exactly 0: the letter read is {letter}, so this input is 0."),
)  # fmt: skip
WORDS = rules(
    ("", "{weight} = {value}, its gradient {gradient}. Loss <b>{loss}</b>. One step of {rate}"
     " against the gradient of all 22 weights and biases: the gradient foretells"
     " {foretold}, the loss will be <b>{after}</b>."),
)  # fmt: skip
