"""A second process that gets the printing press ready while this one fights the battle.

    with beside("reportgen.render.report", "render_report") as render:
        ...                                  # here the battle
        files = render(report, "pdf")        # there the pages

Loading what draws and sets pages takes as long as reading, fighting and telling a battle; on two processors it costs no
time. What is returned is the same either way, and where a second process would bring nothing or goes wrong, this one
does the work itself.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

A_MOMENT = 0.01
"""Seconds until a stop that went unheard is told again."""
PATIENCE = 5.0
"""Seconds that the second process has to tidy up once it is told to stop."""


@contextmanager
def beside(module: str, function: str, *, wanted: bool = True) -> Iterator[Callable[..., Any]]:
    """Gives a function of a module, to be called with what can be pickled; results come back the same way.

    The module is imported, and its `get_ready` called, in a second process, at once. That is done only if it is
    `wanted`, this process has not loaded the press already, and there are a second processor and a system on which a
    copy of this process can go on (Linux, no other threads).
    """
    if not (wanted and _of_use()):
        yield lambda *args, **kwargs: getattr(import_module(module), function)(*args, **kwargs)
        return
    from multiprocessing import get_context

    context = get_context("fork")
    here, there = context.Pipe()
    folder = _temporary_folder()
    helper = context.Process(target=_serve, args=(module, function, there, here, folder), daemon=True)
    helper.start()
    there.close()

    def call(*args: Any, **kwargs: Any) -> Any:
        with suppress(EOFError, OSError):
            here.send((args, kwargs))
            done, result = here.recv()
            if done:
                return result
        # Whatever went wrong there goes wrong here too, and can be told as it should; or does not go wrong.
        return getattr(import_module(module), function)(*args, **kwargs)

    try:
        yield call
    except BaseException:
        helper.terminate()  # nobody waits for what it may be at
        raise
    finally:
        here.close()
        helper.join(PATIENCE)
        helper.kill()  # it may be stopped, and would not hear of its end
        helper.join()
        _remove(folder)


def _of_use() -> bool:
    return (
        sys.platform == "linux"
        and "weasyprint" not in sys.modules
        and threading.active_count() == 1
        and len(os.sched_getaffinity(0)) > 1
    )


def _temporary_folder() -> str:
    """A folder for the temporary files of the second process, which may not live to remove them; empty if none can be
    made (Python then looks for another place by itself)."""
    from tempfile import mkdtemp

    with suppress(OSError):
        return mkdtemp(prefix="reportgen-")
    return ""


def _remove(folder: str) -> None:
    from shutil import rmtree

    if folder:
        rmtree(folder, ignore_errors=True)


def _serve(module: str, function: str, pipe: Connection, other: Connection, folder: str) -> None:
    """What the second process does until the pipe is closed. An interrupt from the keyboard is for the first process,
    which then sees to this one."""
    import tempfile

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    sys.unraisablehook = _stop_again
    other.close()
    tempfile.tempdir = folder or None
    used = import_module(module)
    try:
        used.get_ready()
        while True:
            args, kwargs = pipe.recv()
            try:
                answer = True, getattr(used, function)(*args, **kwargs)
            except Exception:
                answer = False, None
            pipe.send(answer)
    except (EOFError, OSError):
        pass
    finally:
        used.tidy_up()
        _remove(folder)


def _stop(*_: object) -> NoReturn:
    """Tells the second process to stop, once: whoever is impatient must not keep it from tidying up."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit


def _stop_again(dropped: sys.UnraisableHookArgs) -> None:
    """A stop that comes where Python drops what is raised (in the middle of an import, say) comes again in a moment."""
    if dropped.exc_type is SystemExit:
        signal.signal(signal.SIGALRM, _stop)
        signal.setitimer(signal.ITIMER_REAL, A_MOMENT)
    else:
        sys.__unraisablehook__(dropped)
