"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "order of the rows": (
        "lstm/torch_twin.py",
        'ORDER = ("i", "f", "c", "o")',
        'ORDER = ("i", "f", "o", "c")',
    ),
    "transpose": (
        "rnn/torch_twin.py",
        "torch.from_numpy(p.W_hh))",
        "torch.from_numpy(p.W_hh.T.copy()))",
    ),
    "sign of z": (
        "gru/torch_twin.py",
        "gates._replace(u=tree_map(np.negative, gates.u))",
        "gates._replace(u=gates.u)",
    ),
    "one bias twice": (
        "lstm/torch_twin.py",
        "net.bias_hh_l0.zero_()",
        "net.bias_hh_l0.copy_(net.bias_ih_l0)",
    ),
}
