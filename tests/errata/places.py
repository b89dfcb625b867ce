"""What each labelled equation says, by pieces of it that no other claimed equation has.

The pieces are LaTeX without colours, bold face, braces and space; a rewritten equation keeps them.
"""

import json
import re
from pathlib import Path

BOOK = Path(__file__).parents[2] / "book"
SAYS = {
    "eq-mlp-neuron": (r"\phi", r"w^\topx+b"),
    "eq-mlp-layer": (r"h=\phi", "Wx+b"),
    "eq-mlp-composition": (r"F_\theta=", r"\circ"),
    "eq-mlp-theta": (r"\theta=", r"W^(\ell),b^(\ell)"),
    "eq-mlp-argmin": (r"\theta^*", "argmin"),
    "eq-mlp-rows": ("XW_xh", "HW_hq"),
    "eq-mlp-softmax": (r"\haty_i=", r"\sum_je^z_j"),
    "eq-backprop-component": (r"w^(\ell)_jk", r"h^(\ell-1)_k+b^(\ell)_j"),
    "eq-backprop-output": (r"\delta^(L)=", r"\odot", r"\nabla_\haty"),
    "eq-backprop-hidden": (r"\delta^(\ell)=", r"W^(\ell+1)", r"^\top\delta^(\ell+1)"),
    "eq-backprop-bias": (r"\nabla_b^(\ell)L=\delta^(\ell)",),
    "eq-backprop-weights": (r"\nabla_W^(\ell)L=\delta^(\ell)h^(\ell-1)^\top",),
    "eq-language-models-latent": ("h_t=g(h_t-1,x_t)",),
    "eq-bert-embedding": (r"x_n=LN(W_toke_t_n", "W_sege_s_n"),
    "eq-rnn-autonomous": (r"s_t=f(s_t-1;\theta)",),
    "eq-rnn-driven": (r"s_t=f(s_t-1,x_t;\theta)",),
    "eq-rnn-preactivation": ("a_t=W_hxx_t+W_hhh_t-1+b_h",),
    "eq-rnn-state": (r"h_t=\phi(a_t)", r"\phi=\tanh"),
    "eq-rnn-logits": ("z_t=W_yhh_t+b_y",),
    "eq-rnn-mean-loss": (r"L=\frac1T\sum_t=1^TL_t",),
    "eq-language-models-chain": (r"=\prod_t=1^TP(x_t\midx_1,\dots,x_t-1)",),
    "eq-language-models-ngrams": (r"\approx\prod_t=1^TP(x_t\midx_t-n+1",),
    "eq-language-models-perplexity": ("PP=e^L",),
    "eq-bptt-output-error": (r"\nabla_z_tL=\frac1T(\haty_t-y_t)",),
    "eq-bptt-output-weights": (r"\nabla_W_yhL=", r"\nabla_b_yL="),
    "eq-bptt-immediate": (r"\nabla^+_h_tL=W_yh^\top\nabla_z_tL",),
    "eq-bptt-total": (r"\fracdh_tdw=\frac\partial^+h_t\partialw", r"\fracdh_t-1dw"),
    "eq-bptt-jacobian": (r"\frac\partialh_t\partialh_t-1=", "diag", "W_hh"),
    "eq-bptt-paths": ("path(t,i)=",),
    "eq-bptt-forward": (r"dw=\sum_t=1^T\frac\partial^+", r"\fracdh_tdw"),
    "eq-bptt-backward": (r"dh_t+1\frac\partialh_t+1\partialh_t",),
    "eq-bptt-delta": (r"\delta_t=\phi'(a_t)\odot", r"W_hh^\top\delta_t+1"),
    "eq-bptt-end": (r"\delta_T+1=0",),
    "eq-bptt-weights": (r"\nabla_W_hxL=\sum_t=1^T\delta_tx_t^\top", r"\nabla_b_hL="),
    "eq-bptt-twice": (r"=\frac1T\nabla_W_hxL",),
    "eq-gradients-product": (r"J_tJ_t-1\cdotsJ_k+1",),
    "eq-gradients-bound": (r"\le", r"W_hh\rVert_2)^t-k"),
    "eq-gradients-spectral": (r"Q\Lambda^kQ^\top",),
    "eq-gradients-power": (r"\tan\angle(M^kx,v_1)", r"\frac\lambda_2\lambda_1"),
    "eq-gradients-lag-part": ("G_l=", "path(t,t-l)"),
    "eq-remedies-leaky": (r"h_t=\alphah_t-1+(1-\alpha)\phi(a_t)",),
    "eq-remedies-residual": (r"h_t=h_t-1+\phi(a_t)",),
    "eq-remedies-growth": (r"h_T=h_0+\sum_t=1^T\phi(a_t)", r"\lVerth_T\rVert"),
    "eq-remedies-all-paths": (r"\sum_s=k^t-1\frac\partial^+h_t\partialh_s\fracdh_sdh_k",),
    "eq-lstm-sums": ("a_g,t=W_gxx_t+W_ghh_t-1+b_g",),
    "eq-lstm-gates": (r"i_t=\sigma(a_i,t)", r"o_t=\sigma(a_o,t)"),
    "eq-lstm-candidate": (r"\tildec_t=\tanh(a_c,t)",),
    "eq-lstm-components": (r"f_t,j=\sigma(\sum_kW_fx,jk", "c_t,j=f_t,jc_t-1,j"),
    "eq-lstm-batch": (r"F_t=\sigma(X_tW_fx^\top+H_t-1W_fh^\top",),
    "eq-lstm-cell": (r"c_t=f_t\odotc_t-1+i_t\odot\tildec_t",),
    "eq-lstm-state": (r"h_t=o_t\odot\tanh(c_t)",),
    "eq-lstm-back": (r"\odoto_t\odot(1-\tanh^2c_t)", r"f_t+1\odot\nabla_c_t+1"),
    "eq-lstm-deltas": (r"\delta_o,t=\nabla_h_t\odot\tanhc_t", r"\delta_c,t=\nabla_c_t\odoti_t"),
    "eq-gru-update": (r"u_t=\sigma(W_uxx_t+W_uhh_t-1+b_u)",),
    "eq-gru-reset": (r"r_t=\sigma(W_rxx_t+W_rhh_t-1+b_r)",),
    "eq-gru-candidate": (r"\tildeh_t=\tanh", r"W_hh(r_t\odoth_t-1)"),
    "eq-gru-state": (r"h_t=(1-u_t)\odoth_t-1+u_t\odot\tildeh_t",),
    "eq-attention-average": (r"y=\sum_j=1^N\alpha_jx_j",),
    "eq-attention-weights": (r"\alpha_j=\frace^s_j",),
    "eq-attention-output": (r"y=\sum_j=1^N\alpha_jv_j",),
    "eq-attention-projections": ("Q=W_QX", "K=W_KX", "V=W_VX"),
    "eq-attention-dot": (r"s_j=k_j^\topq",),
    "eq-attention-scaled": (r"s_j=\frack_j^\topq\sqrtd_k",),
    "eq-attention-additive": (r"s_j=w^\top\tanh(W_qq+W_kk_j+b)",),
    "eq-attention-heads": ("Y=W_O", "V_1A_1"),
    "eq-transformer-norm": (r"LN(x)=g\odot\hatx+b",),
    "eq-transformer-ffn": (r"FFN(x)=W_2\phi(W_1x+b_1)+b_2",),
    "eq-transformer-post": (r"X\leftarrowLN(X+MHA(X))", r"X\leftarrowLN(X+FFN(X))"),
    "eq-truncation-window": ("w_t,i=1", "t-k<i"),
    "eq-truncation-misprint": (r"\sum_t=T-k+1^T\fracdL_tdW", r"\ne"),
    "eq-truncation-random": (r"E[\xi_t]=1", r"E[\tilde\nabla]=\nabla"),
    "eq-derivations-prediction": (r"\haty(t)=F_\theta(x(t))",),
    "eq-derivations-observed-loss": (r"\sum_k=1^KL_t_k",),
    "eq-derivations-error": (r"\delta^(\ell)_j=\frac\partialL\partiala^(\ell)_j",),
    "eq-derivations-preactivation": (r"a^(\ell)_j=\sum_k=1^nW^(\ell)_jkh^(\ell-1)_k",),
    "eq-derivations-output": (r"\delta^(L)_j=", r"g_j\phi'(a^(L)_j)"),
    "eq-derivations-quadratic": (r"=(\phi(a_j)-y_j)\phi'(a_j)",),
    "eq-derivations-hidden": (r"\delta^(\ell)_j=\sum_i=1^m\delta^(\ell+1)_iW^(\ell+1)_ij",),
    "eq-derivations-bias": (r"\frac\partialL\partialb_p=", r"=\delta_p"),
    "eq-derivations-weights": (r"\frac\partialL\partialW_pq=", r"=\delta_ph_q"),
    "eq-derivations-same": (r"\frac\partial\haty_k\partialz_k", r"\haty_k(1-\haty_k)"),
    "eq-derivations-other": (r"\frac\partial\haty_i\partialz_k", r"-\haty_i\haty_k"),
    "eq-derivations-cross-entropy": (r"=-\fracy_k\haty_k",),
    "eq-derivations-softmax-error": (r"\frac\partialL\partialz_k=", r"-y_k+\haty_k\sum_i"),
    "eq-derivations-readout": (r"\frac\partialL\partialW_pq=\frac1T\sum_t=1^T", "h_tq"),
    "eq-errata-double-sum": (r"\sum_t=1^T\frac\partial^+L\partialh_t\sum_i=1^t",),
    "eq-errata-expansion": (r"\nabla_a_tL=\nabla^+_a_tL+", r"D_i-1W_hh^\top"),
    "eq-errata-linear": (r"h_t=W^\toph_t-1",),
    "eq-errata-linear-power": (r"h_t=(W^t)^\toph_0",),
    "eq-errata-shortcuts": ("g_t,s(h_s)",),
    "eq-errata-copies": (r"\fracdldU=\sum_t=1^T\fracdldU^[t]",),
}


def normal(tex: str) -> str:
    """LaTeX without colours, faces, sizes, space and braces."""
    tex = re.sub(r"\\textcolor\{[^}]*\}", "", tex)
    faces = (
        r"mathbf|boldsymbol|mathcal|mathrm|mathbb|text|operatorname|[bB]igg?[lr]?|left|right|q?quad"
    )
    tex = re.sub(rf"\\(?:{faces})(?![a-zA-Z])|\\[,;!: ]", "", tex)
    return re.sub(r"\\\\(?:\[[^]]*\])?|[\s{}&]", "", tex)


def markdown(name: str) -> str:
    """All text of a notebook."""
    cells = json.loads((BOOK / f"{name}.ipynb").read_text("utf-8"))["cells"]
    return "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")


def equations() -> dict[str, str]:
    """Every labelled equation of the book, in normal form."""
    texts = [markdown(path.stem) for path in sorted(BOOK.glob("*.ipynb"))]
    display = re.compile(r"(?ms)^\$\$\n((?:(?!\$\$).)*?)\n\$\$ \((eq-[\w-]+)\)$")
    return {label: normal(tex) for text in texts for tex, label in display.findall(text)}


def claims() -> list[tuple[str, str, list[str]]]:
    """Document, its equation, our labels: the rows of the tables of the page."""
    part = markdown("errata").split("## Where their equations are")[1].split("\n## ")[0]
    found, document = [], ""
    for line in part.splitlines():
        if line.startswith("### "):
            document = line[4:]
        elif line.startswith("| ") and not line.startswith("| its equation"):
            theirs, here = line.strip("| ").split(" | ")
            found.append((document, theirs, re.findall(r"\{eq\}`(eq-[\w-]+)`", here)))
            assert found[-1][2] or "to come" in here, line
    return found


def there(label: str, known: dict[str, str]) -> str:
    """The equation of a label, "" if there is none."""
    return known.get(label, "")


def says(label: str, known: dict[str, str]) -> bool:
    """Whether the equation of this label has all its pieces."""
    tex = there(label, known)
    return bool(tex) and all(piece in tex for piece in SAYS[label])
