"""The one exception of the package."""


class JostleError(ValueError):
    """Refuses a value, and states which and why.

    `kind` is one word (``"negative"``, ``"crossing"``, ``"key"``, ...), `path` is the place of the value
    (``"points[3].y"``), empty if there is only one. The text of the exception is a sentence.

    >>> import jostle
    >>> try:
    ...     jostle.Shape.circle(-1)
    ... except jostle.JostleError as error:
    ...     print(error.kind, error.path, "|", error)
    negative radius | radius is -1, which is negative
    """

    kind: str
    path: str

    def __init__(self, message: str, kind: str = "", path: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.path = path


JostleError.__module__ = "jostle"
