"""Planted errors that no witness of the equation can see, each with the reason. See prove.py."""

SHAPE = "only its shape is used"
SQUARE = "the factors are square"
GRID = "a grid that is finer, coarser or turned round finds the same maximum"
SIZE = "the count does not depend on it"
PATHS_BOUND = "a bound that tests/sequence_tasks/test_deep_paths.py holds to gradients"
GUARD = "a guard for letters that never come before another"
AXES = "without a batch these are the same axes"
FILL = "in the branch of a mistake, which is wrong anyhow"
LATER = "it changes h_t, which the witness of eq-gru-state catches, further down"
SUM_1 = "the chances of a label add up to 1"
SCALE = "equal scores are equal at any scale"
LARGE = "in the branch for numbers whose squares overflow; tests/remedies compare it"
SPREAD = "ω is on both sides of the witness; tests/finbert/test_world.py holds the spread"
MASK = "only a mask is held to this shape; tests do it"

TOLD = "it only says when a state exploded; tests read the sentence"

HARMLESS = {
    ("neural_ode.solvers.solve", "start + (n + 1) * dt → start - (n + 1) * dt"): TOLD,
    ("neural_ode.solvers.solve", "n + 1 → n - 1"): TOLD,
    ("decoder.model.loss_and_gradient", "1 → 2"):
        "a text one letter too long is let in, and decode refuses it in the next line",
    ("attention.attend.attend", "-1 → 1"): MASK,
    ("attention.heads.multi_head", "1 → 2"): MASK,
    ("attention.heads.multi_head", "2 → 3"): MASK,
    ("attention.score.scaled", "-1 → 1"): AXES,
    ("encoder_decoder.average.weigh", "S.max → S.min"):
        "every shift gives the same softmax; tests take large scores",
    ("encoder_decoder.average.weigh", "-np.inf → np.inf"):
        "in the branch of a mask; the witness of eq-attention-mask has one",
    ("attention.saturation.variance", "1 → 2"): "two queries a draw have the same variance",
    ("bert.mistakes.vectors", "np.ones → np.zeros"): FILL,
    ("bert.mistakes.vectors", "0 → 1"): FILL,
    ("core.gradcheck.dot_product_gap", "1e-06 → 1.000001"): "a floor below a gap that is 0",
    ("bptt.derivatives.state_derivatives", "0.0 → 1.0"): "replaced before it is read",
    ("bptt.jacobians.jacobians", "0 → 1"): SHAPE,
    ("core.losses.mean_loss_back", "-1 → 1"): AXES,
    ("encoder_decoder.translator.translate_all", "np.sum → np.mean"):
        "of log p, which the chapter does not show and tests hold",
    ("encoder_decoder.captioner.see", "-1 → 1"): AXES,
    ("encoder_decoder.bleu.precision", "0.0 → 1.0"): "of sentences without a run of this length",
    ("encoder_decoder.bleu.brevity", "0.0 → 1.0"): "where nothing at all is said",
    ("encoder_decoder.attending.attending",
     "dx.shape[-1] - p.keys.shape[-1] → dx.shape[-1] + p.keys.shape[-1]"):
        "in the single step back, which tests hold to all steps at once",
    ("encoder_decoder.fast.gradients", "1 → 2"): SHAPE,
    ("encoder_decoder.attending.attending", "-1 → 1"):
        "in the single step back, which tests hold to all steps at once",
    ("encoder_decoder.attending.attending", "1 → 2"):
        "in the single step back, which tests hold to all steps at once",
    ("sequence_tasks.reading.classify", "-1 → 1"): AXES,
    ("resnet.two_layers.widening_block", "-1 → 1"): "of two axes the last is the second",
    ("resnet.measured.growth", "-1 → 1"): "of two axes the last is the second",
    ("resnet.paths.product", "0 → 1"): "all Jacobians have one size",
    ("resnet.paths.walks", "1 → 2"): "it names a path; its matrix is the same",
    ("resnet.paths.walks", "number + 1 → number - 1"): "it names a path; its matrix is the same",
    ("sequence_tasks.depth.stack", "-1 → 1"): "of two layers the last is the second",
    ("sequence_tasks.depth.stack", "1 → 2"):
        "in the step back, which tests hold to the way layer by layer that the chapter takes",
    ("bptt.paths.counted_twice", "0 → 1"): SHAPE,
    ("core.unroll.bptt", "window < steps → window <= steps"):
        "a window as long as the sequence cuts nothing",
    ("rnn.fast.errors", "0 → 1"): SHAPE,
    ("bptt.cost.cost_of_a_step", "np.ones → np.zeros"): SIZE,
    ("bptt.cost.cost_of_a_step", "1 → 2"): SIZE,
    ("errata.shortcuts.copies_add_up", "-1 → 1"): "another single copy is not the sum either",
    ("errata.shortcuts.copies_add_up",
     "torch.from_numpy(out.W_yh) @ h + torch.from_numpy(out.b_y) → "
     "torch.from_numpy(out.W_yh) @ h - torch.from_numpy(out.b_y)"):
        "the copies add up for any readout",
    ("gradients.products.products", "1 → 2"): SQUARE,
    ("gradients.products.products", "-1 → 1"): SQUARE,
    ("gradients.norms.slope_bound", "8 → 9"): GRID,
    ("gradients.norms.slope_bound", "100 → 101"): GRID,
    ("gradients.norms.slope_bound",
     "centre + np.linspace(-width, width, 2001) → centre - np.linspace(-width, width, 2001)"): GRID,
    ("gradients.norms.gelfand", "1 → 2"): "one power more than is asked for",
    ("gradients.power.power_iteration", "np.abs(M).max → np.abs(M).min"):
        "directions do not depend on the scale",
    ("gradients.power.power_iteration",
     "np.abs(values) >= np.abs(values).max() * (1 - 1e-12) → "
     "np.abs(values) > np.abs(values).max() * (1 - 1e-12)"): "nothing lies on the limit",
    ("remedies.shortcuts.shortcut", "0 → 1"): SHAPE,
    ("remedies.shortcuts.shortcut", "1 → 2"):
        "the way back of a sequence, which tests/remedies compares with single steps",
    ("remedies.shortcuts.skip", "1 → 2"): "the way back; eq-remedies-all-paths is its witness",
    ("rnn.memory.without_memory", "1 → 2"): GUARD,
    ("sequence_tasks.depth_paths.at_most",
     "float(size) ** (steps - 1) * float(between) ** (layers - 1) → "
     "float(size) ** (steps - 1) / float(between) ** (layers - 1)"): PATHS_BOUND,
    ("sequence_tasks.depth_paths.at_most", "layers - 1 → layers + 1"): PATHS_BOUND,
    ("sequence_tasks.depth_paths.at_most",
     "float(between) ** (layers - 1) → float(between) * (layers - 1)"): PATHS_BOUND,
    ("sequence_tasks.on_paper.path_products", "1 → 2"): "the same identity on another grid",
    ("sequence_tasks.on_paper.substituted_states", "3 → 4"): "the same identity, with more terms",
    ("sequence_tasks.on_paper.unseen_inputs", "0 → 1"): "the first state may be any constant",
    ("transformer.fast.fed", "1 → 2"): "NumPy takes any size below 0 for the one it is to find",
    ("truncation.checkpointing.bptt_checkpointed", "0 → 1"): "every segment keeps more",
    ("truncation.walks.chunked", "0 → 1"): "every chunk keeps more",
    ("truncation.walks.gated", "0.0 → 1.0"): "the last gate multiplies 0",
    ("truncation.walks.gated", "0 → 1"): SHAPE,
    ("truncation.weights.random_gates",
     "check_generator('rng', rng).random(T - 1) < keep → "
     "check_generator('rng', rng).random(T - 1) <= keep"):
        "a random number equals the limit with probability 0",
    ("attention.fast.mix", "Q.shape[-1] ** (-0.5) → Q.shape[-1] * -0.5"): SCALE,
    ("attention.fast.mix", "-0.5 → 0.5"): SCALE,
    ("mlp.network.forward", "number < len(network) → number <= len(network)"):
        "the activation of the last layer is not in this equation",
    ("mlp.network.forward", "1 → 2"): "a layer alone is the last, whatever its number",
    ("core.losses._cross_entropy_back", "-1 → 1"): AXES,
    ("core.losses._cross_entropy_back",
     "softmax(z) * _chances(y).sum(axis=-1, keepdims=True) → "
     "softmax(z) / _chances(y).sum(axis=-1, keepdims=True)"): SUM_1,
    ("backprop.on_paper.four_equations", "1 → 2"): "only the names of its symbols",
    ("gradients.products.lags", "np.cumprod → np.cumsum"):
        "the lower chain, which the witness of eq-gradients-chain holds",
    ("gradients.norms.spectral_radius", "-1 → 1"): AXES,
    ("gru.latch.kept", "0 → 1"): "the leaks that are not in this equation",
    ("gru.cell.gru_step", "1 → 2"): LATER,
    ("gru.cell.gru_step", "(1 - u) * h_prev + u * new → (1 - u) * h_prev - u * new"): LATER,
    ("gru.cell.gru_step", "1 - u → 1 + u"): LATER,
    ("lstm.fast.states", "t + 1 → t - 1"):
        "of a sequence of one step; tests/core compare longer ones with single steps",
    ("core.optim.clip_by_norm", "norm <= limit → norm < limit"): "at the limit both are the same",
    ("core.optim.clip_by_norm", "as_floats('g', dw) / 1e+154 → as_floats('g', dw) * 1e+154"): LARGE,
    ("core.optim.clip_by_norm", "1e+154 → 1e+154"): LARGE,
    ("rnn.readout.random_model", "0.5 → 1.5"): SIZE,
    ("rnn.readout.random_model", "0 → 1"): SIZE,
    ("finbert.significance.strength", "4 → 5"): "only how few statements are refused",
    ("finbert.statements.reliability", "2 → 3"):
        "κ is 1 there; tests/finbert/test_statements.py draws with others",
    ("finbert.world.make_world", "DOUBT ** 2 → DOUBT * 2"): SPREAD,
    (
        "finbert.world.make_world",
        "np.sqrt(1 - strength ** 2 - series ** 2) * np.exp(DOUBT * doubt - DOUBT ** 2) → "
        "np.sqrt(1 - strength ** 2 - series ** 2) / np.exp(DOUBT * doubt - DOUBT ** 2)",
    ): SPREAD,
    ("truncation.walks.numbers", "0 → 1"): "addresses of memory are far above it",
}  # fmt: skip
