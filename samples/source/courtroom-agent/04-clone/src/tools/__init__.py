"""Tools that read submissions. Nothing in here talks to a model."""
