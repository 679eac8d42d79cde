# Runs one program and says how it ended. The process around this can reach nothing; see adapters/os/src/confine.
import sys


def laika(mark, code, given):
    import _ast, builtins, io, os

    # What a program is expected to need. No border: a program finds its way around this, and then stands in a process
    # without files, network or others. It is here so that code which needs more says so, instead of failing halfway.
    allowed = frozenset(
        """abc array ast base64 binascii bisect calendar cmath codecs collections colorsys contextlib copy csv dataclasses
        datetime decimal difflib enum errno fractions functools graphlib hashlib heapq hmac html inspect io ipaddress
        itertools json keyword locale math numbers operator pprint queue random re reprlib secrets sched shlex statistics
        string stringprep struct sys textwrap threading time timeit token tokenize traceback types typing unicodedata
        urllib uuid warnings weakref zlib zoneinfo __future__""".split()
    )
    imported = builtins.__import__
    space = {"__name__": "__main__", "__builtins__": builtins}

    def named(name, globals=None, locals=None, fromlist=(), level=0):
        # Only what the program itself names: modules import what they need.
        if globals is space and name.partition(".")[0] not in allowed:
            raise ImportError("the module %r is not available here: programs run without files and network" % name)
        return imported(name, globals, locals, fromlist, level)

    builtins.__import__ = named
    sys.stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8", errors="replace")
    # Line by line, so that what was printed is there when the time is up.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace", line_buffering=True)
    sys.argv = ["program.py"]
    first_out, first_err = sys.stdout, sys.stderr
    out_of_memory = ("\n%s memory\n" % mark).encode()
    ended, value, status = "done", "", 0
    try:
        tree = compile(code, "program.py", "exec", 0x400, dont_inherit=True)  # only read it
        last = None
        if tree.body and type(tree.body[-1]) is _ast.Expr:
            last = _ast.Expression(tree.body.pop().value)
        exec(compile(tree, "program.py", "exec", dont_inherit=True), space)
        if last is not None:
            result = eval(compile(last, "program.py", "eval", dont_inherit=True), space)
            if result is not None:
                value = repr(result)[:65536]
    except SystemExit as end:
        if end.code not in (None, 0):
            ended, status = "failed", 1
            if not isinstance(end.code, int):
                print(end.code, file=sys.stderr)
    except MemoryError:
        # Whatever it held is free again by now, or will never be.
        try:
            first_out.flush()
            first_err.flush()
            os.write(2, b"MemoryError\n")
            os.write(1, out_of_memory)
        finally:
            os._exit(3)
    except BaseException as error:
        ended, status = "failed", 1
        import linecache, traceback

        lines = code.splitlines(True)
        linecache.cache["program.py"] = (len(code), None, lines, "program.py")
        shown = traceback.TracebackException(type(error), error, error.__traceback__)
        # Without the frames of this file.
        shown.stack[:] = [frame for frame in shown.stack if frame.filename != "<string>"]
        first_err.write("".join(shown.format()))
    for stream in (sys.stdout, sys.stderr, first_out, first_err):
        try:
            stream.flush()
        except BaseException:
            pass
    try:
        words = ("\n%s %s\n%s" % (mark, ended, value)).encode("utf-8", "backslashreplace")
        while words:
            words = words[os.write(1, words) :]
    finally:
        os._exit(status)


def read():
    raw = sys.stdin.buffer
    mark, code, given = raw.readline().decode().split()
    return mark, raw.read(int(code)).decode(), raw.read(int(given))


laika(*read())
