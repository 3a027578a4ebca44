"""The judge: whether a solution proves, or refutes, a problem's statement."""
