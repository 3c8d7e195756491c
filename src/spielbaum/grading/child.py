"""The process of one test: it reads a request from standard input, and writes the verdict to standard output.

Both have a seal, so that what a submission writes there is no verdict.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType

from spielbaum.errors import Message
from spielbaum.grading.assignment import Limits, TestSpec
from spielbaum.grading.crashes import crash_of, place_of
from spielbaum.grading.diagnosis import Diagnosis, Stopped, Verdict
from spielbaum.grading.guards import Guards
from spielbaum.grading.request import AGAIN, answer, read_request, take_output
from spielbaum.grading.submission import Submission

WALL, IDLE = 3, 0.02
"""A program waits if it uses less than this part of the processor, over this multiple of its time limit."""


def main() -> None:
    """Run the test of the request, and end the process, whatever threads still run."""
    seal = sys.stdin.readline().strip()
    request = read_request(sys.stdin.read())
    _Test(request.test, request.path, request.names, request.seed, take_output(), seal).run()


class _Test:
    """A test that is run once, in this process."""

    def __init__(self, test: TestSpec, path: Path, names: Mapping[str, str], seed: int, output: int, seal: str) -> None:
        self.test, self.path, self.names, self.seed = test, path, names, seed
        self.output, self.seal = output, seal
        self.guards = Guards(test.limits.output, lambda: place_of(sys._getframe(), path))
        self.over = self.done = False
        self.used = time.process_time()

    def run(self) -> None:
        from spielbaum.grading.kinds import kind_of

        kind = kind_of(self.test)
        os.chdir(self.path.parent)
        random.seed(self.seed)  # for submissions that break ties at random
        submission = Submission(self.path, self.names)
        try:
            with self._limited():
                self._refuse_unreadable()
                verdict = kind.run(self.test, submission, self.seed)
        except BaseException as error:
            verdict = self._fallen(error)
        self.send(replace(verdict, diagnoses=(*verdict.diagnoses, *submission.remarks)))

    def _refuse_unreadable(self) -> None:
        """Raise a SyntaxError if the file is not Python."""
        if self.path.suffix == ".py":
            try:
                compile(self.path.read_bytes(), str(self.path), "exec", dont_inherit=True)
            except (SyntaxError, ValueError) as error:  # null bytes have no line
                line = getattr(error, "lineno", None) or 1
                raise SyntaxError(getattr(error, "msg", str(error)), (str(self.path), line, None, None)) from None

    def _fallen(self, error: BaseException) -> Verdict:
        """Return the verdict on a submission that raised an exception."""
        found = crash_of(error, self.path)
        return Verdict(0.0, (_own_fault(error) if found is None else found,))

    def send(self, verdict: Verdict) -> None:
        """Write the verdict, with what the guards noticed, and end the process."""
        answer(self.output, {"seal": self.seal, **self.guards.noted(verdict).to_dict()})
        os._exit(0)

    @contextmanager
    def _limited(self) -> Iterator[None]:
        """Limit time and memory, and guard the process."""
        limits = self.test.limits
        with _limited_resources(limits):
            if hasattr(signal, "setitimer"):
                signal.signal(signal.SIGPROF, self._stop)
                signal.signal(signal.SIGALRM, self._stop)
                signal.setitimer(signal.ITIMER_PROF, limits.seconds, AGAIN)
                signal.setitimer(signal.ITIMER_REAL, limits.seconds * WALL, limits.seconds * WALL)
            self.guards.set_up()
            try:
                yield
            finally:
                self.done = True

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """End a test whose time is over; one that goes on after the exception is ended without it."""
        if self.done or (number == signal.SIGALRM and self._works()):
            return
        found = self._endless(number, frame)
        if self.over:
            self.send(Verdict(0.0, (found,)))
        self.over = True
        raise Stopped(found.code, found.sentence, found.detail)

    def _works(self) -> bool:
        """Return whether the program has used the processor since this was last asked."""
        before, self.used = self.used, time.process_time()
        return self.used - before > IDLE * WALL * self.test.limits.seconds and not self.over

    def _endless(self, number: int, frame: FrameType | None) -> Diagnosis:
        seconds = self.test.limits.seconds
        sentence = (
            Message("The program does not end: it was stopped after {:g} s of processor time.", seconds)
            if number == signal.SIGPROF
            else Message("The program does not end: it has waited for {:g} s.", seconds * WALL)
        )
        return Diagnosis("endless", sentence, place_of(frame, self.path))


@contextmanager
def _limited_resources(limits: Limits) -> Iterator[None]:
    """Limit memory and time of the process, where the system can; afterwards there is enough memory to report."""
    try:
        import resource
    except ImportError:  # Windows
        yield
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    seconds = int(time.process_time() + limits.seconds + 3 * AGAIN) + 1
    for kind, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_CPU, seconds)):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (limits.memory << 20, hard))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _own_fault(error: BaseException) -> Diagnosis:
    """Return the diagnosis of an exception in which the submission has no part."""
    import traceback

    last = "".join(traceback.format_exception(error)[-3:]).strip()
    return Diagnosis("grader", Message("The grader itself failed on this program."), Message(last[-2000:]))


if __name__ == "__main__":
    main()
