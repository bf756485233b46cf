"""Courtroom Agent: a panel of models that audits a repository and its report."""
