"""Diagnoses: what is wrong with a submission, in words; and the verdict of a test."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from spielbaum.errors import Message, Sentence


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong with a submission, or a remark on it.

    Attributes
    ----------
    code
        A stable name in kebab case, such as ``"negamax-sign"``.
    sentence
        What is wrong, in one sentence of words that a student understands.
    detail
        Where: the smallest state or tree, and the first step at which it leaves the reference.
    picture
        An SVG of that tree or board, with the step marked.
    wrong
        Whether it is an error; a remark, such as ties broken another way, costs no points.
    """

    code: str
    sentence: Message
    detail: Message | None = None
    picture: str | None = None
    wrong: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return the diagnosis as JSON, with its messages as templates and values."""
        detail = None if self.detail is None else _written(self.detail)
        parts = {"code": self.code, "sentence": _written(self.sentence), "detail": detail}
        return {**parts, "picture": self.picture, "wrong": self.wrong}

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Self:
        """Return the diagnosis of a JSON object, which a program may have forged.

        Raises
        ------
        ValueError, LookupError, TypeError, AttributeError
            If it is none.
        """
        detail = None if found["detail"] is None else _read(found["detail"])
        picture = None if found["picture"] is None else _clean(found["picture"])
        return cls(_clean(found["code"]), _read(found["sentence"]), detail, picture, bool(found["wrong"]))


@dataclass(frozen=True)
class Verdict:
    """The outcome of a test.

    Attributes
    ----------
    share
        The part of the test's points that it earns, 0 to 1.
    diagnoses
        Its diagnoses; the first is shown first.
    """

    share: float
    diagnoses: tuple[Diagnosis, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether no diagnosis is an error."""
        return not any(one.wrong for one in self.diagnoses)

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as JSON."""
        return {"share": self.share, "diagnoses": [one.to_dict() for one in self.diagnoses]}

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Self:
        """Return the verdict of a JSON object, which a program may have forged.

        Raises
        ------
        ValueError, LookupError, TypeError, AttributeError
            If it is none.
        """
        share = float(found["share"])
        if not 0 <= share <= 1:
            raise ValueError(f"a share lies between 0 and 1, {share} does not")
        return cls(share, tuple(map(Diagnosis.from_dict, found["diagnoses"])))


class Stopped(BaseException):
    """Ends a test early: the submission has no function of a name, or visits more states than allowed.

    It is no ``Exception``, so that the ``except Exception`` of a submission does not catch it.

    Attributes
    ----------
    diagnosis : Diagnosis
        The reason.
    """

    def __init__(self, code: str, sentence: Message, detail: Message | None = None) -> None:
        super().__init__(str(sentence))
        self.diagnosis = Diagnosis(code, sentence, detail)


def _written(message: Message) -> dict[str, Any]:
    inner = [value.message if isinstance(value, Sentence) else value for value in message.values]
    values = [_written(value) if isinstance(value, Message) else value for value in inner]
    plain = [value if isinstance(value, dict | str | int | float | None) else str(value) for value in values]
    return {"template": message.template, "values": plain}


def _read(found: Mapping[str, Any]) -> Message:
    values = (_read(one) if isinstance(one, dict) else _clean(one) if isinstance(one, str) else one
              for one in found["values"])  # fmt: skip
    message = Message(_clean(found["template"]), *values)
    str(message)  # raises an error if the values do not fit
    return message


def _clean(text: str) -> str:
    """Return a text without signs that a terminal obeys, or that no file can hold."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}" for sign in text)
