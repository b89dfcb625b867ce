"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "not transposed": (
        "resnet/block.py",
        "through = np.vecmat(delta, p.W)",
        "through = np.matvec(p.W, delta)",
    ),
    "skip left out on the way back": (
        "resnet/block.py",
        "(dh + through if skip else through)",
        "through",
    ),
    "scale left out": (
        "resnet/block.py",
        "(h + scale * f if skip else scale * f)",
        "(h + f if skip else f)",
    ),
    "identity left out of the product": (
        "resnet/paths.py",
        "whole = whole + J @ whole",
        "whole = J @ whole",
    ),
    "order of the paths": (
        "resnet/paths.py",
        "path = Js[number] @ path",
        "path = path @ Js[number]",
    ),
    "bound below zero": (
        "resnet/paths.py",
        "np.maximum(0, 1 - norms)",
        "1 - norms",
    ),
    "no ReLU after the sum": (
        "resnet/two_layers.py",
        "(s if before else RELU.of(s))",
        "s",
    ),
    "ReLU on the projection": (
        "resnet/two_layers.py",
        "np.matvec(W_s, h) + ",
        "np.matvec(W_s, RELU.of(h)) + ",
    ),
}
