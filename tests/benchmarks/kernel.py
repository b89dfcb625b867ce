"""The picture of the unrolled graph through a live kernel, for the widget to be held against."""

import time
from queue import Empty
from statistics import median

from jupyter_client.manager import start_new_kernel

INTERACT = """
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from ipywidgets import FloatSlider, interact
from IPython.display import display
from unrolled.bptt import demo

def draw(weight):
    W_hh = demo.MODEL.cell.W_hh.copy()
    W_hh[0, 0] = weight
    trace = demo.trace(demo.MODEL._replace(cell=demo.MODEL.cell._replace(W_hh=W_hh)))
    figure, axes = plt.subplots(figsize=(7, 5))
    axes.axis("off")
    for t in (1, 2, 3):
        for row, name in enumerate(("x", "a", "h", "z", "y_hat", "L", "dz", "back", "dh", "delta")):
            value = np.atleast_1d(trace[f"{name}_{t}"].value)
            axes.text(t, row, f"{name}_{t}\\n" + " ".join(f"{v:.2f}" for v in value), ha="center",
                      bbox={"boxstyle": "round", "fill": False})
            axes.annotate("", (t, row + 0.7), (t, row + 0.3), arrowprops={"arrowstyle": "->"})
    axes.set(xlim=(0.5, 3.5), ylim=(-0.5, 9.8))
    plt.show()

slider = FloatSlider(0.1, min=-2, max=2, step=0.01, continuous_update=True)
interact(draw, weight=slider)
print("MODEL", slider.model_id)
"""


def kernel_seconds(times=12):
    """Seconds from a slider's message to the new picture, through ipywidgets.interact."""
    manager, client = start_new_kernel()
    try:
        name = []
        client.execute_interactive(
            "%matplotlib inline\n" + INTERACT.replace('matplotlib.use("Agg")', ""),
            output_hook=lambda m: name.append(m["content"].get("text", "")),
            timeout=600,
        )
        model = "".join(name).split("MODEL ")[1].strip()
        seconds = []
        for i in range(times):
            content = {
                "comm_id": model,
                "data": {"method": "update", "state": {"value": round(0.2 + 0.01 * i, 2)}},
            }
            start = time.perf_counter()
            message = client.session.msg("comm_msg", content)
            client.shell_channel.send(message)
            drawn = False
            while True:
                reply = client.get_iopub_msg(timeout=600)
                if reply["parent_header"].get("msg_id") != message["header"]["msg_id"]:
                    continue
                drawn |= "image/png" in str(reply["content"])[:2000]
                if reply["content"].get("execution_state") == "idle":
                    break
            assert drawn
            seconds.append(time.perf_counter() - start)
        return median(seconds[2:])
    except Empty as silence:
        raise AssertionError("the kernel did not draw") from silence
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
