"""The second process: it does what it is asked, its failures are the first one's, and it leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2, reason="a second process would bring nothing here"
)

WORKER = """
import os, signal, sys, time

def get_ready():
    sys.stdout.write(f"ready beside: {os.getpid() != int(os.environ['FIRST'])}\\n")
    sys.stdout.flush()

slow = 0.0

def tidies_slowly():
    global slow
    slow = 0.5

def tidy_up():
    time.sleep(slow)
    sys.stdout.write("tidied up\\n")
    sys.stdout.flush()

def square(number, *, plus=0):
    return number * number + plus, os.getpid()

def fails():
    raise LookupError("no such thing")

def dies_beside():
    if os.getpid() != int(os.environ["FIRST"]):
        os.kill(os.getpid(), signal.SIGKILL)
    return "done at home"

def leaves_a_file_and_dies():
    if os.getpid() != int(os.environ["FIRST"]):
        import tempfile
        tempfile.mkstemp()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done at home"

def sleeps():
    time.sleep(60)
"""


def said(script: str, folder: Path) -> list[str]:
    """What a script says that can import `worker` and `beside`."""
    (folder / "worker.py").write_text(WORKER, encoding="utf-8")
    head = "import os\nos.environ['FIRST'] = str(os.getpid())\nfrom reportgen.beside import beside\n"
    words = [sys.executable, "-c", head + textwrap.dedent(script)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, timeout=50, check=False)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_it_works_in_another_process(tmp_path: Path) -> None:
    script = """
        with beside("worker", "square") as square:
            print(*(square(n, plus=1)[0] for n in (3, 4)), square(2)[1] != os.getpid(), flush=True)
        print("end")
    """
    assert said(script, tmp_path) == ["ready beside: True", "10 17 True", "tidied up", "end"]


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ("", False),
        ("threading.Thread(target=threading.Event().wait, daemon=True).start()", True),
        ("sys.modules['weasyprint'] = sys", True),
        ("os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])", True),
    ],
    ids=["not wanted", "threads", "the press is loaded", "one processor"],
)
def test_it_works_at_home_where_another_process_brings_nothing(before: str, wanted: bool, tmp_path: Path) -> None:
    script = f"""
        import sys, threading
        {before}
        with beside("worker", "square", wanted={wanted}) as square:
            print(square(5) == (25, os.getpid()))
    """
    assert said(script, tmp_path) == ["True"]


def test_its_failure_is_ours(tmp_path: Path) -> None:
    script = """
        try:
            with beside("worker", "fails") as fails:
                fails()
        except LookupError as fault:
            print(fault)
    """
    assert sorted(said(script, tmp_path)) == ["no such thing", "ready beside: True", "tidied up"]


def test_what_dies_beside_is_done_at_home(tmp_path: Path) -> None:
    script = """
        with beside("worker", "dies_beside") as do:
            print(do(), do(), sep=", ")
    """
    assert said(script, tmp_path) == ["ready beside: True", "done at home, done at home"]


def test_an_interrupt_ends_both(tmp_path: Path) -> None:
    script = """
        import signal, sys, time
        def stop(*_): raise KeyboardInterrupt
        signal.signal(signal.SIGALRM, stop)
        signal.alarm(1)
        start = time.monotonic()
        try:
            with beside("worker", "sleeps") as sleeps:
                sleeps()
        except KeyboardInterrupt:
            print("stopped", time.monotonic() - start < 20)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            print("alone")
    """
    assert sorted(said(script, tmp_path)) == ["alone", "ready beside: True", "stopped True", "tidied up"]


def test_whoever_is_impatient_does_not_keep_it_from_tidying_up(tmp_path: Path) -> None:
    script = """
        import multiprocessing, signal, time
        with beside("worker", "tidies_slowly") as do:
            do()
            (child,) = multiprocessing.active_children()
            os.kill(child.pid, signal.SIGTERM)
            time.sleep(0.1)
            os.kill(child.pid, signal.SIGTERM)
    """
    assert said(script, tmp_path) == ["ready beside: True", "tidied up"]


def test_the_documents_are_the_same_on_one_processor(tmp_path: Path) -> None:
    """The report is made beside on two processors, at home on one; nothing is left in the temporary folder."""
    (tmp_path / "temporary").mkdir()
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    made = []
    for folder, processors in (("two", len(os.sched_getaffinity(0))), ("one", 1)):
        script = (
            "import os, sys\n"
            f"os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:{processors}])\n"
            f"sys.argv = ['reportgen', 'run', 'greys-hill', '--seed', '4', '--detail', 'brief', '-o', '{folder}']\n"
            "from reportgen.cli import main\n"
            "try:\n"
            "    main()\n"
            "finally:\n"
            "    print('weasyprint' in sys.modules)\n"
        )
        words = [sys.executable, "-c", script]
        done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
        assert done.stderr == ""
        made.append(((tmp_path / folder / "greys-hill-brief.pdf").read_bytes(), done.stdout.splitlines()[-1]))
    assert made[0][0] == made[1][0]
    assert [loaded for _, loaded in made] == ["False", "True"]
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_second_process_that_is_stopped_is_not_waited_for(tmp_path: Path) -> None:
    script = """
        import multiprocessing, signal, time
        import reportgen.beside
        reportgen.beside.PATIENCE = 0.2
        with beside("worker", "square") as square:
            square(3)
            (child,) = multiprocessing.active_children()
            os.kill(child.pid, signal.SIGSTOP)
        print("alone", multiprocessing.active_children())
    """
    assert said(script, tmp_path) == ["ready beside: True", "alone []"]


def test_what_a_killed_one_leaves_is_removed(tmp_path: Path) -> None:
    script = """
        import pathlib, tempfile
        tempfile.tempdir = str(pathlib.Path("t").resolve())
        os.mkdir("t")
        with beside("worker", "leaves_a_file_and_dies") as do:
            print(do())
        print(os.listdir("t"))
    """
    assert said(script, tmp_path) == ["ready beside: True", "done at home", "[]"]


@pytest.mark.parametrize("after", [0.0, 0.03, 0.06, 0.1, 0.2, 0.4])
def test_an_interrupt_is_answered_from_the_first_moment_on(after: float, tmp_path: Path) -> None:
    """Python itself answers before it has read a line of ours; nothing of ours says more than that it stopped."""
    # Whoever runs the tests in the background may have them, and all that they start, deaf to interrupts.
    script = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import reportgen.__main__ as ours
print('ours', flush=True)
ours.main()
"""
    words = [sys.executable, "-c", script, "run", "greys-hill", "--seed", "4", "--quiet"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        time.sleep(after)
        running.send_signal(signal.SIGINT)
        told = running.stderr.read()
    assert "Traceback" not in told
    assert (running.returncode, told.strip().splitlines()[0]) == (130, "Stopped. No half-written file is left.")


@pytest.mark.parametrize("command", [("scenario", "eastern-sudan"), ("run", "eastern-sudan")])
def test_asked_to_end_it_tidies_up(command: tuple[str, str], tmp_path: Path) -> None:
    temporary = tmp_path / "t"
    temporary.mkdir()
    words = [sys.executable, "-m", "reportgen", *command, "--quiet", "-o", str(tmp_path / "out")]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=environment) as running:
        until = time.monotonic() + 30
        while not list(temporary.glob("**/weasyprint-*/*")) and running.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        running.send_signal(signal.SIGTERM)
        assert running.stderr is not None
        assert running.stderr.read() == ""
    assert running.returncode == 143
    assert list(temporary.iterdir()) == []


def test_a_stop_in_the_middle_of_what_python_does_by_itself_comes_again() -> None:
    """What is raised in a callback of Python's own is printed and dropped; the second process ends all the same, and
    prints nothing."""
    script = """
import os, signal, sys, time, weakref
from reportgen import beside
signal.signal(signal.SIGTERM, beside._stop)
sys.unraisablehook = beside._stop_again
class Thing: pass
thing = Thing()
def told(ref):
    os.kill(os.getpid(), signal.SIGTERM)
    for _ in range(1000): pass
ref = weakref.ref(thing, told)
try:
    del thing
    time.sleep(30)
    print("not stopped")
finally:
    print("tidied up")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=25, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "tidied up\n", "")
