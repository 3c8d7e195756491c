"""Running the tests of an assignment on submissions, several at a time, each in a process of its own."""

import hashlib
import json
import os
import secrets
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from spielbaum.errors import InputError, Message
from spielbaum.grading import child
from spielbaum.grading.assignment import Assignment, Limits, TestSpec
from spielbaum.grading.collecting import Given
from spielbaum.grading.diagnosis import Diagnosis, Verdict
from spielbaum.grading.kinds import TOGETHER, kind_of
from spielbaum.grading.notebook import read_notebook
from spielbaum.grading.request import request_of
from spielbaum.grading.results import Grades, Outcome, Student
from spielbaum.grading.sandbox import kill, start
from spielbaum.grading.submission import Submission
from spielbaum.grading.verdicts import Verdicts
from spielbaum.language import current_language
from spielbaum.language.catalogue import compiled

PATIENCE = 60.0
"""Seconds, beyond ten times its own, until a process that does not end itself is killed."""

PAUSE = 1.0
"""Seconds between two looks at whether Ctrl-C was pressed."""

LONGEST_ANSWER = 1 << 24
"""Bytes of a verdict."""


def grade(
    assignment: Assignment,
    submissions: Sequence[Given],
    *,
    jobs: int,
    verdicts: Verdicts,
    advance: Callable[[str], None] = lambda _name: None,
) -> Grades:
    """Return the results of all tests on all submissions.

    Parameters
    ----------
    assignment
        The assignment, checked.
    submissions
        What was handed in.
    jobs
        Tests that run at a time.
    verdicts
        Where verdicts are kept as soon as they are known; those of an earlier run are not made again.
    advance
        Called after each test with the name of the student.
    """
    compiled(current_language())  # a process of a test cannot write it
    with TemporaryDirectory(prefix="spielbaum-grade-") as folder:
        given = [
            _without_notebooks(one, Path(folder).resolve() / str(number)) for number, one in enumerate(submissions)
        ]
        return _grade(assignment, given, jobs=jobs, verdicts=verdicts, advance=advance)


def _grade(
    assignment: Assignment,
    submissions: Sequence[Given],
    *,
    jobs: int,
    verdicts: Verdicts,
    advance: Callable[[str], None],
) -> Grades:
    work = [(given, test) for given in submissions for test in assignment.tests if test.kind not in TOGETHER]
    found: dict[tuple[str, str], Verdict] = {}
    for given, test, verdict in _all(assignment, work, jobs=jobs, verdicts=verdicts):
        found[given.name, test.name] = verdict
        advance(given.name)
    for test in assignment.tests:
        if test.kind in TOGETHER:
            for name, verdict in _together(assignment, test, submissions, verdicts).items():
                found[name, test.name] = verdict
                advance(name)
    students = [
        Student(given.name, tuple(Outcome(test, found[given.name, test.name]) for test in assignment.tests))
        for given in submissions
    ]
    return Grades(assignment.title, tuple(students))


def _together(
    assignment: Assignment, test: TestSpec, submissions: Sequence[Given], verdicts: Verdicts
) -> dict[str, Verdict]:
    """Return the verdicts of a test that compares all submissions, by name; they hold for these submissions alone."""
    everyone = hashlib.sha256("".join(_key(assignment, given, test) for given in submissions).encode()).hexdigest()
    files = [(given, given.file_for(test)) for given in submissions]
    missing = {given.name: Verdict(0.0, (file,)) for given, file in files if isinstance(file, Diagnosis)}
    players = {
        given.name: Submission(file, assignment.names, given.place) for given, file in files if isinstance(file, Path)
    }
    kept = {name: verdict for name in players if (verdict := verdicts.find(f"{everyone} {name}")) is not None}
    if len(kept) < len(players):
        kept = dict(kind_of(test).run_together(test, players, assignment.seed))
        for name, verdict in kept.items():
            verdicts.keep(f"{everyone} {name}", name, test.name, verdict)
    return {**missing, **kept}


def _without_notebooks(given: Given, folder: Path) -> Given:
    """Return a submission with the programs of its notebooks in place of them; one that cannot be read is left out."""
    files = []
    for path in given.files:
        if path.suffix != ".ipynb" or given.leads_out(path):
            files.append(path)
            continue
        folder.mkdir(exist_ok=True)
        with suppress(InputError):
            program = folder / f"{path.stem}.py"
            program.write_text(read_notebook(path), encoding="utf-8")
            files.append(program)
    return replace(given, files=tuple(files))


def seed_of(assignment: Assignment, name: str) -> int:
    """Return the seed of a student, which is the same in every run and on every machine."""
    text = f"{assignment.seed} {assignment.title} {name}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def _all(
    assignment: Assignment, work: Sequence[tuple[Given, TestSpec]], *, jobs: int, verdicts: Verdicts
) -> Iterator[tuple[Given, TestSpec, Verdict]]:
    """Yield the verdicts as they are known; those that are kept come first."""
    left = []
    for given, test in work:
        path = given.file_for(test)
        if isinstance(path, Diagnosis):
            yield given, test, Verdict(0.0, (path,))
        elif (kept := verdicts.find(_key(assignment, given, test))) is not None:
            yield given, test, kept
        else:
            request = request_of(test, path, assignment.names, seed_of(assignment, given.name))
            left.append((given, test, request, [given.place, path, *_files_of(test)]))
    processes = _Processes()
    with ThreadPoolExecutor(jobs, "spielbaum-grade") as pool:
        asked: dict[Future[Verdict], tuple[Given, TestSpec]] = {}
        try:
            for given, test, request, readable in left:
                asked[pool.submit(_judge, processes, request, readable, test.limits)] = given, test
            waiting = set(asked)
            while waiting:
                done, waiting = wait(waiting, PAUSE, return_when=FIRST_COMPLETED)
                for future in done:
                    given, test = asked[future]
                    verdict = future.result()
                    if all(one.code != "grader" for one in verdict.diagnoses):
                        verdicts.keep(_key(assignment, given, test), given.name, test.name, verdict)
                    yield given, test, verdict
        finally:
            processes.end()
            pool.shutdown(cancel_futures=True)


def _judge(processes: "_Processes", request: str, readable: Sequence[Path], limits: Limits) -> Verdict:
    """Return the verdict of a process of its own."""
    wall = 10 * limits.seconds + PATIENCE
    seal = secrets.token_hex()
    code, answer = processes.run(readable, f"{seal}\n{request}".encode(), wall)
    try:
        found = json.loads(answer)
        if found["seal"] != seal:  # a submission wrote it
            raise ValueError(found["seal"])
        return Verdict.from_dict(found)
    except (ValueError, LookupError, TypeError, AttributeError):
        return Verdict(0.0, (_silent(code, wall),))


def _silent(code: int | None, wall: float) -> Diagnosis:
    """Return why a process ended without a verdict."""
    signals = {
        getattr(signal, name): name for name in ("SIGXCPU", "SIGSEGV", "SIGBUS", "SIGKILL") if hasattr(signal, name)
    }
    number = 0 if code is None else -code if code < 0 else code - 128
    match signals.get(number):
        case _ if code is None:
            return Diagnosis("endless", Message("The program does not end: it was stopped after {:g} s.", wall))
        case "SIGXCPU":
            return Diagnosis("endless", Message("The program does not end: its time is over."))
        case "SIGSEGV" | "SIGBUS":
            return Diagnosis("deep-recursion", Message("Python itself crashed: most likely a recursion does not end."))
        case "SIGKILL":
            return Diagnosis("out-of-memory", Message("The system ended the program, most likely for its memory."))
        case _ if number > 0:
            return Diagnosis("crashes", Message("The program was ended by signal {}.", number))
    return Diagnosis("exits", Message("The program ends its process with code {}, before the test is over.", code))


def _files_of(test: TestSpec) -> list[Path]:
    """Return the files that the options of a test name."""
    texts = [value for value in test.options.values() if isinstance(value, str)]
    return [path for text in texts if text and (path := test.folder / text.partition(":")[0]).is_file()]


def _key(assignment: Assignment, given: Given, test: TestSpec) -> str:
    """Return a hash of all that a verdict depends on."""
    from spielbaum import __version__

    asked = json.loads(request_of(replace(test, points=0, folder=Path()), Path(), assignment.names, 0))
    content = hashlib.sha256(json.dumps([__version__, asked, seed_of(assignment, given.name)], sort_keys=True).encode())
    for file in [*given.files, *_files_of(test)]:
        try:
            own = file.read_bytes()
        except OSError as error:
            own = repr(error).encode()
        content.update(os.fsencode(f"{file.name} {len(own)} ") + own)
    return content.hexdigest()


class _Processes:
    """The processes that are running, so that all can be ended."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._ended = False

    def run(self, readable: Sequence[Path], request: bytes, seconds: float) -> tuple[int | None, bytes]:
        """Run a test, and return the exit code of its process and what it wrote; the code is None if it was killed."""
        with self._lock:
            if self._ended:
                return None, b""
            process = start(child.__name__, readable)
            self._running.add(process)
        killed = threading.Event()

        def end() -> None:
            killed.set()
            kill(process)

        timer = threading.Timer(seconds, end)
        timer.start()
        try:
            return self._talk(process, request, killed)
        finally:
            timer.cancel()
            kill(process)
            with self._lock:
                self._running.discard(process)

    def end(self) -> None:
        """Kill all that run, and start no more."""
        with self._lock:
            self._ended = True
            for process in self._running:
                kill(process)

    @staticmethod
    def _talk(process: "subprocess.Popen[bytes]", request: bytes, killed: threading.Event) -> tuple[int | None, bytes]:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(request)
            process.stdin.close()
        except OSError:  # it ended before
            pass
        answer = process.stdout.read(LONGEST_ANSWER)
        if len(answer) == LONGEST_ANSWER:
            kill(process)
        process.stdout.close()
        code = process.wait()
        return (None if killed.is_set() else code), answer
