"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "the layer below not seen": (
        "sequence_tasks/depth.py",
        "            xs = layer.shown(found)\n        return tuple(states), tuple(steps)",
        "            xs = 0 * layer.shown(found)\n        return tuple(states), tuple(steps)",
    ),
    "layers that get nothing from above": (
        "sequence_tasks/depth.py",
        "                d = _add_to_shown(layer, d, dxs)",
        "                d = d",
    ),
    "backwards, and left there": (
        "sequence_tasks/both_ways.py",
        "reverse_each(cell.shown(seen), lengths)]",
        "cell.shown(seen)]",
    ),
    "inputs that hear one direction": (
        "sequence_tasks/both_ways.py",
        "dxs + reverse_each(dxs_back, lengths)",
        "dxs",
    ),
    "one step too many": (
        "sequence_tasks/depth.py",
        "return comb(T + L - 2, L - 1)",
        "return comb(T + L - 1, L - 1)",
    ),
    "a state that receives from above alone": (
        "sequence_tasks/depth_paths.py",
        "found[t, layer - 1] += below",
        "found[t, layer - 1] = below",
    ),
    "a mean that counts padding": (
        "sequence_tasks/padding.py",
        ".sum(axis=0) / lengths[..., None]",
        ".sum(axis=0) / len(hs)",
    ),
    "letters that are not fed back": (
        "sequence_tasks/feedback.py",
        "for y in np.eye(len(p))]",
        "for y in np.zeros((len(p), len(p)))]",
    ),
    "a stop without its probability": (
        "sequence_tasks/decode.py",
        "            return Written(tokens, total, True)",
        "            return Written(tokens, total - float(log_p[token]), True)",
    ),
    "a beam that forgets how likely the beginning was": (
        "sequence_tasks/decode.py",
        "    total = written.log_p + log_p",
        "    total = log_p",
    ),
    "logits fed back as if they were the letter": (
        "sequence_tasks/feedback.py",
        "_spread(model, h, x, y, steps - 1, fed)",
        "_spread(model, h, x, z, steps - 1, fed)",
    ),
    "a vector that is not fed in": (
        "sequence_tasks/feedback.py",
        "np.concatenate([x, before])",
        "np.concatenate([0 * x, before])",
    ),
    "information of the letters apart": (
        "sequence_tasks/feedback.py",
        "np.log(p[seen] / apart[seen])",
        "np.log(p[seen])",
    ),
}
