#!/usr/bin/env python3
"""Ways out, each tried from inside. A function that comes back has got something and says what; refused is an OSError.

The same file is a plugin and, behind a few lines that get around the list of modules, a program of the second tier.
"""
import ctypes
import errno
import json
import mmap
import os
import signal
import struct
import sys
import threading

LIBC = ctypes.CDLL(None, use_errno=True)
ARM = os.uname().machine == "aarch64"
# The numbers on both families of machines; None where one has no such call.
CALLS = {
    "add_key": (248, 217), "acct": (163, 89), "bpf": (321, 280), "chroot": (161, 51), "clock_settime": (227, 112),
    "clone": (56, 220), "clone3": (435, 435), "execve": (59, 221), "execveat": (322, 281), "fanotify_init": (300, 262),
    "fork": (57, None), "fsopen": (430, 430), "init_module": (175, 105), "inotify_init1": (294, 26),
    "io_uring_setup": (425, 425), "ioctl": (16, 29), "keyctl": (250, 219), "kexec_load": (246, 104),
    "landlock_create_ruleset": (444, 444), "memfd_create": (319, 279), "memfd_secret": (447, 447), "mount": (165, 40),
    "move_mount": (429, 429), "mq_open": (240, 180), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "openat2": (437, 437), "open_tree": (428, 428), "perf_event_open": (298, 241), "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pivot_root": (155, 41), "prctl": (157, 167), "prlimit64": (302, 261),
    "process_madvise": (440, 440), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "ptrace": (101, 117), "reboot": (169, 142), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "seccomp": (317, 277), "setns": (308, 268), "setuid": (105, 146), "shmget": (29, 194), "socket": (41, 198),
    "swapon": (167, 224), "syslog": (103, 116), "tgkill": (234, 131), "tkill": (200, 130), "unshare": (272, 97),
    "userfaultfd": (323, 282), "vfork": (58, None), "capset": (126, 91), "kcmp": (312, 272),
    "set_mempolicy": (238, 237), "migrate_pages": (256, 238), "quotactl": (179, 60), "sethostname": (170, 161),
    "setpgid": (109, 154), "setsid": (112, 157), "personality": (135, 92), "io_setup": (206, 0), "splice": (275, 76),
    "vmsplice": (278, 75), "iopl": (172, None), "modify_ldt": (154, None),
}


def call(name, *arguments):
    number = CALLS[name][1 if ARM else 0]
    if number is None:
        raise OSError(errno.ENOSYS, "no such call on this machine")
    return raw(number, *arguments)


def raw(number, *arguments):
    given = [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]
    result = LIBC.syscall(ctypes.c_long(number), *given)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def read(path):
    with open(path, "rb") as file:
        return "read %r" % file.read(40)


def write(path, flags=os.O_WRONLY | os.O_CREAT):
    descriptor = os.open(path, flags, 0o666)
    os.write(descriptor, b"was here")
    return "wrote %s" % path


def socket(family, kind, protocol=0):
    return call("socket", family, kind, protocol)


def connected(family, kind, address):
    import socket as sockets

    one = sockets.socket(family, kind)
    one.settimeout(2)
    one.connect(address)
    one.send(b"hello")
    return "connected to %s" % (address,)


def machine_code(code):
    """Runs bytes as instructions."""
    room = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    room.write(code)
    return ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(room)))()


def old_calls(world):
    # getpid by the door of 32-bit programs, where numbers mean other calls.
    if ARM:
        raise OSError(errno.ENOSYS, "only one family of machines has it")
    return "the old door answers %d" % machine_code(b"\xb8\x14\x00\x00\x00\xcd\x80\x48\x98\xc3")


def from_memory(world):
    descriptor = call("memfd_create", b"x", 0)
    os.write(descriptor, open(sys.executable, "rb").read())
    call("execveat", descriptor, b"", None, None, 0x1000)


def spy(world):
    request = (ctypes.c_char * 64)()
    local = struct.pack("QQ", ctypes.addressof(request), 64)
    remote = struct.pack("QQ", 0x400000, 64)
    return call("process_vm_readv", world["victim"], local, 1, remote, 1, 0)


def poke(world):
    request = (ctypes.c_char * 8)()
    local = struct.pack("QQ", ctypes.addressof(request), 8)
    remote = struct.pack("QQ", 0x400000, 8)
    return call("process_vm_writev", world["victim"], local, 1, remote, 1, 0)


def own_memory(world):
    with open("/proc/self/mem", "r+b", buffering=0) as memory:
        memory.seek(ctypes.addressof(ctypes.create_string_buffer(8)))
        return "wrote %d" % memory.write(b"x")


def pipes_of_the_parent(world):
    # Landlock has no opinion on pipes; that they are another's is what keeps them closed.
    for number in range(64):
        for how in (os.O_RDONLY, os.O_WRONLY):
            try:
                os.open("/proc/%d/fd/%d" % (world["parent"], number), how | os.O_NONBLOCK)
                return "opened %d" % number
            except OSError as error:
                last = error if error.errno != errno.ENOENT or number == 0 else last
    raise last


def signal_by_descriptor(world):
    import fcntl

    ours, theirs = os.pipe()
    fcntl.fcntl(ours, fcntl.F_SETOWN, world["victim"])
    fcntl.fcntl(ours, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    os.write(theirs, b"x")
    return "somebody else gets a signal"


def typed(world, request=0x5412):
    import fcntl

    got = []
    for descriptor in (0, 1, 2):
        try:
            fcntl.ioctl(descriptor, request, b"x")
            got.append(descriptor)
        except OSError as error:
            last = error
    if not got:
        raise last
    return "typed into %s" % got


def open_descriptors(world):
    found = []
    for number in range(3, 1024):
        try:
            os.fstat(number)
            found.append(number)
        except OSError:
            pass
    if not found:
        raise OSError(errno.EBADF, "only 0, 1 and 2 are open")
    return "open: %s" % found


def environment(world):
    if sorted(os.environ) == ["HOME", "LANG"] and os.environ["HOME"] == "/nonexistent":
        raise OSError(errno.ENOENT, "LANG and an empty HOME, nothing else")
    return "environment: %s" % dict(os.environ)


def raise_limit(world):
    return call("prlimit64", 0, 0, struct.pack("QQ", 1 << 40, 1 << 40), 0)


def limit_of_another(world):
    import resource

    return "its limits: %s" % (resource.prlimit(world["victim"], resource.RLIMIT_NOFILE),)


def subprocesses(world):
    import subprocess

    return subprocess.run(["/bin/sh", "-c", "id"], capture_output=True).stdout


def fork(world):
    if os.fork() == 0:
        os._exit(0)
    return "forked"


def thread_with_namespace(world):
    # A thread, and a user namespace with it.
    return call("clone", 0x00010000 | 0x10000000, 0, 0, 0, 0)


def handle(world):
    room = ctypes.create_string_buffer(struct.pack("Ii", 128, 0) + bytes(128))
    mount = ctypes.c_int()
    call("name_to_handle_at", -100, world["secret"].encode(), room, ctypes.byref(mount), 0)
    return "a handle"


def through_link(world):
    link = os.path.join(world["folder"], "link")
    os.symlink(world["secret"], link)
    return read(link)


def through_hard_link(world):
    link = os.path.join(world["folder"], "hard")
    os.link(world["secret"], link)
    return read(link)


def through_process_root(world):
    return read("/proc/self/root" + world["secret"])


def through_up(world):
    return read(os.getcwd() + "/" + "../" * 20 + world["secret"].lstrip("/"))


def through_folder_descriptor(world):
    root = os.open("/", os.O_PATH)
    return "opened %d" % os.open(world["secret"].lstrip("/"), os.O_RDONLY, dir_fd=root)


def move_victim(world):
    os.sched_setaffinity(world["victim"], {0})
    return "moved it"


def slow_victim(world):
    os.setpriority(os.PRIO_PROCESS, world["victim"], 19)
    return "slowed it"


def program(path, *arguments):
    os.execve(path, [path, *arguments], {})


def killed(number):
    os.kill(number, signal.SIGKILL)
    return "killed %d" % number


TIOCSTI, TIOCLINUX = 0x5412, 0x541C
RAW_TRY = 0x40000000  # the other door of 64-bit machines

ATTEMPTS = {
    # Files.
    "read /etc/shadow": lambda w: read("/etc/shadow"),
    "read /etc/passwd": lambda w: read("/etc/passwd"),
    "list the home of the superuser": lambda w: os.listdir(os.path.join("/", "root")),
    "list the home folder": lambda w: os.listdir(w["home"]),
    "list the root folder": lambda w: os.listdir("/"),
    "read a file of the person": lambda w: read(w["secret"]),
    "read it through ..": through_up,
    "read it through /proc/self/root": through_process_root,
    "read it through a descriptor of /": through_folder_descriptor,
    "read it through a symbolic link": through_link,
    "read it through a hard link": through_hard_link,
    "read it by openat2": lambda w: call("openat2", -100, w["secret"].encode(), bytes(24), 24),
    "a handle for it": handle,
    "open by handle": lambda w: call("open_by_handle_at", -100, bytes(136), 0),
    "/proc/1/environ": lambda w: read("/proc/1/environ"),
    "the parent's environment": lambda w: read("/proc/%d/environ" % w["parent"]),
    "the parent's memory": lambda w: read("/proc/%d/mem" % w["parent"]),
    "the parent's command line": lambda w: read("/proc/%d/cmdline" % w["parent"]),
    "the parent's descriptors": lambda w: os.listdir("/proc/%d/fd" % w["parent"]),
    "own memory by /proc": own_memory,
    "own descriptors by /proc": lambda w: os.listdir("/proc/self/fd"),
    "the parent's pipes": pipes_of_the_parent,
    "all processes": lambda w: os.listdir("/proc"),
    "kernel settings": lambda w: write("/proc/sys/kernel/core_pattern", os.O_WRONLY),
    "/sys": lambda w: os.listdir("/sys/kernel"),
    "/dev/mem": lambda w: read("/dev/mem"),
    "/dev/kmsg": lambda w: write("/dev/kmsg", os.O_WRONLY),
    "/dev/shm": lambda w: write("/dev/shm/laika-was-here"),
    "/dev/fuse": lambda w: os.open("/dev/fuse", os.O_RDWR),
    # Writing.
    "a new file": lambda w: write(os.path.join(w["folder"], "new")),
    "a new file in /tmp": lambda w: write("/tmp/laika-was-here"),
    "a file without a name": lambda w: os.open(w["folder"], os.O_TMPFILE | os.O_RDWR),
    "a file that is there": lambda w: write(w["target"], os.O_WRONLY),
    "the end of a file": lambda w: write(w["target"], os.O_WRONLY | os.O_APPEND),
    "truncate": lambda w: os.truncate(w["target"], 0) or "cut",
    "remove": lambda w: os.unlink(w["target"]) or "removed",
    "rename": lambda w: os.rename(w["target"], w["target"] + "2") or "renamed",
    "rights of a file": lambda w: os.chmod(w["target"], 0o777) or "changed",
    "owner of a file": lambda w: os.chown(w["target"], 1, 1) or "changed",
    "times of a file": lambda w: os.utime(w["target"], (0, 0)) or "changed",
    "attributes of a file": lambda w: os.setxattr(w["target"], "user.x", b"x") or "changed",
    "a folder": lambda w: os.mkdir(os.path.join(w["folder"], "new")) or "made",
    "a pipe with a name": lambda w: os.mkfifo(os.path.join(w["folder"], "fifo")) or "made",
    "a device": lambda w: os.mknod(os.path.join(w["folder"], "dev"), 0o20666, os.makedev(1, 1)) or "made",
    "its own files": lambda w: write(os.path.join(w["own"], "plugin.toml"), os.O_WRONLY),
    # The network.
    "connect by TCP": lambda w: connected(2, 1, ("127.0.0.1", w["tcp"])),
    "connect by TCP over IPv6": lambda w: connected(10, 1, ("::1", w["tcp6"])),
    "send by UDP": lambda w: connected(2, 2, ("127.0.0.1", w["udp"])),
    "a raw socket": lambda w: socket(2, 3, 1),
    "a packet socket": lambda w: socket(17, 3, 768),
    "a netlink socket": lambda w: socket(16, 3, 0),
    "the daemon's socket": lambda w: connected(1, 1, w["socket"]),
    "an abstract socket": lambda w: connected(1, 1, "\0" + w["abstract"]),
    "a pair of sockets": lambda w: __import__("socket").socketpair(),
    "a socket of virtual machines": lambda w: socket(40, 1, 0),
    "a socket of the kernel's ciphers": lambda w: socket(38, 5, 0),
    "listen": lambda w: __import__("socket").create_server(("127.0.0.1", 0)),
    "a socket by the other door": lambda w: raw(RAW_TRY | 41, 2, 1, 0),
    "calls by the old door": old_calls,
    # Programs and processes.
    "fork": fork,
    "fork by number": lambda w: call("fork"),
    "vfork": lambda w: call("vfork"),
    "clone": lambda w: call("clone", 17, 0, 0, 0, 0),
    "clone3": lambda w: call("clone3", bytes(88), 88),
    "a thread in another namespace": thread_with_namespace,
    "posix_spawn": lambda w: os.posix_spawn("/bin/true", ["true"], {}),
    "subprocess": subprocesses,
    "become /bin/sh": lambda w: program("/bin/sh", "-c", "echo out"),
    "become itself again": lambda w: program(os.path.realpath(sys.executable), "-c", "print('out')"),
    "become anything by the loader": lambda w: program("/lib64/ld-linux-x86-64.so.2", "/bin/sh", "-c", "echo out"),
    "become a program of its own": lambda w: program(os.path.join(w["own"], "attempts.py")),
    "memory as a program": from_memory,
    "secret memory": lambda w: call("memfd_secret", 0),
    # Others.
    "kill the parent": lambda w: killed(w["parent"]),
    "kill somebody else": lambda w: killed(w["victim"]),
    "kill everybody": lambda w: os.kill(-1, signal.SIGKILL) or "killed",
    "kill its group": lambda w: os.kill(0, signal.SIGKILL) or "killed",
    "tkill": lambda w: call("tkill", w["victim"], 9),
    "tgkill": lambda w: call("tgkill", w["victim"], w["victim"], 9),
    "a signal with words": lambda w: call("rt_sigqueueinfo", w["victim"], 9, bytes(128)),
    "a signal to a thread": lambda w: call("rt_tgsigqueueinfo", w["victim"], w["victim"], 9, bytes(128)),
    "a handle of a process": lambda w: call("pidfd_open", w["victim"], 0),
    "a signal by handle": lambda w: call("pidfd_send_signal", 0, 9, 0, 0),
    "a descriptor of another": lambda w: call("pidfd_getfd", 0, 0, 0),
    "a signal by descriptor": signal_by_descriptor,
    "ptrace attach": lambda w: call("ptrace", 16, w["victim"], 0, 0),
    "ptrace seize": lambda w: call("ptrace", 0x4206, w["victim"], 0, 0),
    "be traced": lambda w: call("ptrace", 0, 0, 0, 0),
    "read another's memory": spy,
    "write another's memory": poke,
    "advise another's memory": lambda w: call("process_madvise", 0, 0, 0, 4, 0),
    "compare processes": lambda w: call("kcmp", w["parent"], w["victim"], 0, 0, 0),
    "limits of another": limit_of_another,
    "move another": move_victim,
    "slow another": slow_victim,
    # The kernel.
    "io_uring": lambda w: call("io_uring_setup", 8, bytes(120)),
    "aio": lambda w: call("io_setup", 8, bytes(8)),
    "bpf": lambda w: call("bpf", 0, bytes(72), 72),
    "performance counters": lambda w: call("perf_event_open", bytes(112), 0, -1, -1, 0),
    "userfaultfd": lambda w: call("userfaultfd", 1),
    "keys": lambda w: call("keyctl", 0, -3, 1),
    "a new key": lambda w: call("add_key", b"user", b"laika", b"x", 1, -3),
    "unshare users": lambda w: call("unshare", 0x10000000),
    "unshare mounts": lambda w: call("unshare", 0x00020000),
    "another namespace": lambda w: call("setns", 0, 0),
    "mount": lambda w: call("mount", b"none", b"/tmp", b"tmpfs", 0, 0),
    "mount by the new calls": lambda w: call("fsopen", b"tmpfs", 0),
    "a tree of mounts": lambda w: call("open_tree", -100, b"/", 1),
    "chroot": lambda w: call("chroot", b"/"),
    "pivot_root": lambda w: call("pivot_root", b"/", b"/"),
    "setuid": lambda w: call("setuid", 0),
    "capabilities": lambda w: call("capset", bytes(8), bytes(24)),
    "raise a limit": raise_limit,
    "outlive the parent": lambda w: call("prctl", 1, 0, 0, 0, 0),
    "be looked into": lambda w: call("prctl", 4, 1, 0, 0, 0),
    "another filter": lambda w: call("seccomp", 1, 0, 0),
    "another personality": lambda w: call("personality", 0x0040000),
    "the name of the machine": lambda w: call("sethostname", b"x", 1),
    "the clock": lambda w: call("clock_settime", 0, bytes(16)),
    "the kernel's log": lambda w: call("syslog", 10, 0, 0),
    "a module of the kernel": lambda w: call("init_module", 0, 0, b""),
    "another kernel": lambda w: call("kexec_load", 0, 0, 0, 0),
    "reboot": lambda w: call("reboot", 0xFEE1DEAD, 672274793, 0, 0),
    "swap": lambda w: call("swapon", b"/dev/zero", 0),
    "accounting": lambda w: call("acct", b"/tmp/acct"),
    "quotas": lambda w: call("quotactl", 0, 0, 0, 0),
    "watch files": lambda w: call("inotify_init1", 0),
    "watch all files": lambda w: call("fanotify_init", 0, 0),
    "shared memory": lambda w: call("shmget", 0, 4096, 0o1666),
    "a queue of messages": lambda w: call("mq_open", b"laika", 0o102, 0o666, 0),
    "splice": lambda w: call("splice", 0, 0, 1, 0, 1, 0),
    "ports of the machine": lambda w: call("iopl", 3),
    "segments": lambda w: call("modify_ldt", 0, bytes(16), 16),
    # The terminal, and what came with it.
    "the terminal": lambda w: os.open("/dev/tty", os.O_RDWR),
    "a new terminal": lambda w: os.open("/dev/ptmx", os.O_RDWR),
    "type into the terminal": typed,
    "paste into the console": lambda w: typed(w, TIOCLINUX),
    "make it its own terminal": lambda w: typed(w, 0x540E),
    "a session of its own": lambda w: call("setsid") and "a new session",
    "another group": lambda w: call("setpgid", 0, w["victim"]),
    "the environment": environment,
    "descriptors that came with it": open_descriptors,
}


def attempt(name, world):
    try:
        got = ATTEMPTS[name](world)
    except OSError as error:
        return {"refused": "%s: %s" % (errno.errorcode.get(error.errno, error.errno), error.strerror)}
    except BaseException as error:
        return {"refused": "%s: %s" % (type(error).__name__, error)}
    return {"escaped": str(got)}


def attempts(names, world):
    return {name: attempt(name, world) for name in json.loads(names)}


def fork_bomb(world):
    made = 0
    for _ in range(100000):
        try:
            if os.fork() == 0:
                while True:
                    pass
            made += 1
        except OSError:
            pass
    return {"processes": made}


def thread_bomb(world):
    def wait():
        threading.Event().wait()

    made = 0
    try:
        while made < 100000:
            threading.Thread(target=wait, daemon=True).start()
            made += 1
    except BaseException:
        pass
    return {"threads": made}


def memory_bomb(world):
    held = []
    try:
        while True:
            held.append(bytearray(16 << 20))
    except MemoryError:
        return {"mebibytes": 16 * len(held)}


def shared_memory_bomb(world):
    held = []
    try:
        while True:
            one = mmap.mmap(-1, 16 << 20)
            one.write(b"x" * (16 << 20))
            held.append(one)
    except (MemoryError, OSError):
        return {"mebibytes": 16 * len(held)}


def descriptor_bomb(world):
    held = []
    try:
        while True:
            held.append(os.pipe())
    except OSError:
        return {"descriptors": 2 * len(held)}


def huge_file(world):
    written = 0
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with open(os.path.join(world["write"], "huge"), "wb", buffering=0) as file:
            while True:
                written += file.write(b"x" * (1 << 20))
    except OSError:
        return {"mebibytes": written >> 20}


def deaf(world):
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    while True:
        pass


def flood(world):
    while True:
        os.write(1, b'{"progress":{"id":0}}' * 1000)


def complain(world):
    for _ in range(2000):
        os.write(2, b"x" * 65536)
    return {"complained": True}


def busy_after_close(world):
    os.close(1)
    os.close(2)
    os.close(0)
    while True:
        pass


BOMBS = {
    one.__name__: one
    for one in (
        fork_bomb, thread_bomb, memory_bomb, shared_memory_bomb, descriptor_bomb, huge_file, deaf, flood, complain,
        busy_after_close,
    )
}


def links_in_write_folder(world):
    """With a folder to write: files can be made there, and nothing that leads out of it."""
    folder, got = world["write"], {}
    for name, act in {
        "file": lambda: write(os.path.join(folder, "file")),
        "folder": lambda: os.mkdir(os.path.join(folder, "inner")),
        "renamed": lambda: os.rename(os.path.join(folder, "file"), os.path.join(folder, "renamed")),
        "symlink": lambda: os.symlink(world["secret"], os.path.join(folder, "symlink")),
        "hardlink": lambda: os.link(world["secret"], os.path.join(folder, "hardlink")),
        "fifo": lambda: os.mkfifo(os.path.join(folder, "fifo")),
        "outside": lambda: write(os.path.join(folder, "..", "outside")),
        "moved out": lambda: os.rename(os.path.join(folder, "renamed"), os.path.join(folder, "..", "moved")),
        "moved in": lambda: os.rename(world["target"], os.path.join(folder, "moved")),
        "executed": lambda: program(os.path.join(folder, "renamed")),
    }.items():
        try:
            act()
            got[name] = "done"
        except OSError as error:
            got[name] = errno.errorcode.get(error.errno, str(error.errno))
    return got


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if "describe" in message:
            arguments = {
                "type": "object",
                "properties": {"name": {"type": "string"}, "world": {"type": "string"}},
                "required": ["name", "world"],
            }
            common = {"description": "Tries one way out", "arguments": arguments, "action": "local"}
            operations = [
                {"name": "try", **common},
                {"name": "bomb", **common},
                {"name": "write", **common, "permissions": ["project_write"]},
                {"name": "bomb-write", **common, "permissions": ["project_write"]},
            ]
            answer = {"descriptor": {"protocol": 1, "name": "attempts", "version": "1", "operations": operations}}
        else:
            asked = message["call"]
            name, world = asked["arguments"]["name"], json.loads(asked["arguments"]["world"])
            world["write"] = asked.get("write")
            done = {"try": attempts, "bomb": lambda n, w: BOMBS[n](w), "bomb-write": lambda n, w: BOMBS[n](w)}
            act = done.get(asked["operation"], lambda n, w: links_in_write_folder(w))
            answer = {"result": {"id": asked["id"], "success": True, "data": act(name, world)}}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__" and "laika_world" not in globals():
    main()
