"""Graph nodes: detectives collect, judges argue, the chief justice decides."""
