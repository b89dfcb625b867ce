"""About any network: arrays and checks, trees, activations, losses, optimisers, the unroll."""
