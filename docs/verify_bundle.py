"""Verifies a Laika bundle by run-log.md (see it for the codes). Does not look at page.html: distrust that."""
import argparse, hashlib, io, json, re, struct, sys, types
WORDING, REASONS = "tamper-evident since the last head you hold elsewhere", "compaction|retention|forgotten"
SCHEMA_TXT, PLAIN = "d3fabc2eebb3789613f2617d38807058cd901c9a3973168bd04e6d0790646869", r'[^"\\\0-\x1f]*'
TYPES = dict(N="(?:0|[1-9][0-9]{0,19})", R='"[A-Za-z0-9_.:-]{1,128}"', H='"[0-9a-f]{64}"', E=f'"({REASONS})"',
             T=rf'"{PLAIN}(?:\\(?:["\\btnfr]|u00(?:0[0-7be-f]|1[0-9a-f])){PLAIN})*"')  # text
EVENT = ('logSeq:N,seq:N,run:R,kind:T,atMs:N,schemaVersion:N,protocolVersion:T,runPrev:H,logPrev:H,'
         'commitment:H,hash:H(,salt:"[0-9a-f]{32}")?(,payload:T)?(,erased:{reason:E,atMs:N})?')
FORMS = {"manifest.json": 'laika:"bundle",version:1,run:R,schemaVersion:N,protocolVersion:T,exportedAtMs:N,'
         'events:N,head:{seq:N,hash:H},wording:"%s"' % WORDING, "events.jsonl": EVENT, "path.jsonl": EVENT,
         "heads.jsonl": 'laika:"anchor",version:1,epoch:N,logSeq:N,logHash:H,atMs:N,publicKey:H,'
         'nextPublicKey:H,signature:"[0-9a-f]{128}"'}
P, L, Object = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493, types.SimpleNamespace
D, I = -121665 * pow(121666, -1, P) % P, pow(2, (P - 1) // 4, P)
def add(p, q):  # Ed25519, RFC 8032; a point is (x, y)
    (x, y), (u, v), k = p, q, D * p[0] * q[0] * p[1] * q[1]
    return (x * v + u * y) * pow(1 + k, -1, P) % P, (y * v + x * u) * pow(1 - k, -1, P) % P
def multiply(n, p): return add(multiply(n >> 1, add(p, p)), p if n & 1 else (0, 1)) if n else (0, 1)
def little(data): return int.from_bytes(data, "little")
def point(code):  # None: no point, not in its one spelling, or of small order
    y = little(code) % 2**255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    r = pow(square, (P + 3) // 8, P)
    xs = [x for x in (r, P - r, r * I % P, -r * I % P) if x * x % P == square and x & 1 == code[31] >> 7]
    return (xs[0], y) if y < P and xs and multiply(8, (xs[0], y)) != (0, 1) else None
def signed(h):
    key, sig, rest = map(bytes.fromhex, (h.publicKey, h.signature, h.logHash + h.publicKey + h.nextPublicKey))
    data = sig[:32] + key + b"laika.head.1\n" + struct.pack(">QQQ", h.epoch, h.logSeq, h.atMs) + rest
    a, r, k, s = point(key), point(sig[:32]), little(hashlib.sha512(data).digest()) % L, little(sig[32:])
    return bool(a and r) and s < L and multiply(s, point(b"\x58" + b"\x66" * 31)) == add(r, multiply(k, a))
def changed(e):
    data = b"laika.event.1\n" + struct.pack(">QQQI", e.logSeq, e.seq, e.atMs, e.schemaVersion)
    for t in (e.run, e.kind, e.protocolVersion): data += struct.pack(">I", len(t.encode())) + t.encode()
    return hashlib.sha256(data + bytes.fromhex(e.runPrev + e.logPrev + e.commitment)).hexdigest() != e.hash
def need(good, what):
    if not good: raise ValueError(what)
def parse(form, line, where):  # the object of a line, if it is written in the one way of its form
    form, text = re.sub(r"(\w+):([NRHET]?)", lambda m: f'"{m[1]}":{TYPES.get(m[2], "")}', form), line.decode()
    good = len(line) <= (2**16 if "bundle" in form else 2**23 + 1) and re.fullmatch("{%s}\n" % form, text)
    need(good and max(map(int, re.findall(r'\w":(\d+)', text))) < 2**64, f"{where} is not of the form")
    return json.loads(text, object_hook=lambda members: Object(**members))
def unpack(data, at=0):  # the files of the archive; of the first four, their lines
    for name in (*FORMS, "page.html", "schema.txt"):
        size = int(b"0" + re.match(b"[0-7]*", data[at + 124:at + 135])[0], 8)
        block = name.encode().ljust(100, b"\0") + b"0000644\0" + b"0000000\0" * 2 + b"%011o\0" % size
        block += b"%011o\0%%b0" % 0 + bytes(100) + b"ustar\x0000" + bytes(64) + b"0000000\0" * 2 + bytes(167)
        content = data[at + 512:at + 512 + size]
        whole = block % (b"%06o\0 " % sum(block % (b" " * 8))) + content + bytes(-size % 512)
        need(data[at:at + len(whole)] == whole, f"{name} is not there or not archived as it must be")
        lines, at = enumerate(io.BytesIO(content), 1), at + len(whole)
        yield [parse(FORMS[name], x, f"{name}, line {n}") for n, x in lines] if name in FORMS else content
    need(data[at:] == bytes(1024), "the archive does not end in two blocks of zeros")
def explained(e, waiting):  # is all that this log.erased tells of waiting to be explained?
    try: r = Object(**dict(events=0, reason=0, type=0) | json.loads(e.payload))
    except (ValueError, TypeError, RecursionError): return False
    pairs, told, good = json.dumps(r.events), Object(reason=r.reason, atMs=e.atMs), r.type == "log.erased"
    for first, last in r.events if re.fullmatch(r"\[(\[\d+, \d+\](, )?)*\]", pairs) else [(1, 0)]:
        good = good and first <= last and all(waiting.get(n) == told for n in range(first, last + 1))
        for n in range(first, last + 1) if good else (): del waiting[n]
    return good and r.reason in REASONS.split("|")
sys.excepthook = lambda kind, error, trace: print(f"not verified: {reading!a}: {str(error) or kind.__name__}")
parser = argparse.ArgumentParser(description=__doc__)
for reading in ("file", "--anchor", "--head"): parser.add_argument(reading, action="append", default=[])
args = parser.parse_args()
n, reading, bad, waiting, zero = -1, args.file[0], [], {}, Object(logSeq=0, seq=0, epoch=0, hash="0" * 64)
manifest, events, path, heads, _, schema = unpack(open(reading, "rb").read())
need(len(manifest) == 1 and {e.run for e in events} <= {manifest[0].run}, "not one manifest, or not one run")
for n, (b, e) in enumerate(zip([zero, *events], events), 1):
    codes = [c for c, x in zip("HASH GAP LINK RUN_GAP RUN_LINK".split(), (changed(e), e.logSeq <= b.logSeq,
        e.logSeq == b.logSeq + 1 and e.logPrev != b.hash, e.seq != b.seq + 1, e.runPrev != b.hash)) if x][:1]
    there, gone = hasattr(e, "salt") + hasattr(e, "payload"), hasattr(e, "erased")
    ok = there == 2 and hashlib.sha256(bytes.fromhex(e.salt) + e.payload.encode()).hexdigest() == e.commitment
    if gone and not there and e.kind != "log.erased": waiting[e.seq] = e.erased
    elif gone and there or ok and e.kind == "log.erased" and not explained(e, waiting): codes += ["ERASURE"]
    elif not ok: codes += ["PAYLOAD" if there else "MISSING"]
    bad += [(n, f"E_LOG_{code}: event {n}") for code in codes]
bad = [text for _, text in sorted(bad + [(n, f"E_LOG_MISSING: event {n}") for n in waiting])]
m, last, known = manifest[0], ([zero] + events)[-1], {e.logSeq: e.hash for e in events + path}
if [m.events, *vars(m.head).values()] != [n, last.seq, last.hash]: bad += ["E_LOG_BUNDLE: manifest.json"]
bad += [f"E_LOG_LINK: path.jsonl, logSeq {e.logSeq}" for b, e in zip([last, *path], path) if changed(e)
        or e.logSeq != b.logSeq + 1 or e.logPrev != b.hash or e.run == m.run or len(vars(e)) != 11]
bad += [f"E_LOG_HEAD: epoch {h.epoch}" for b, h in zip([zero, *heads], heads) if h.epoch != b.epoch + 1
        or h.publicKey != getattr(b, "nextPublicKey", h.publicKey) or not signed(h) or h.logSeq < b.logSeq
        or known.get(h.logSeq, h.logHash) != h.logHash]
if [(h.logSeq, h.logHash) for h in heads[-1:]] != [*known.items()][-1:]: bad += ["E_LOG_HEAD: last head"]
if hashlib.sha256(schema).hexdigest() != SCHEMA_TXT: bad += ["E_LOG_BUNDLE: schema.txt"]
confirmed, ours = 0, {f"{e.run}:{e.seq}:{e.hash}" for e in events}
for reading in args.anchor:
    need(len(raw := open(reading, "rb").read(4097)) <= 4096, "too long for an anchor")
    line = json.dumps(json.loads(raw), sort_keys=True, separators=(",", ":")).encode() + b"\n"
    a = parse(",".join(sorted(FORMS["heads.jsonl"].split(","))), line, "the anchor")
    met = signed(a) and a in heads and known.get(a.logSeq) == a.logHash
    confirmed, bad = confirmed + met, bad + ["E_LOG_ANCHOR: " + reading] * (not met)
for reading in args.head:
    need(re.fullmatch(":".join(TYPES[t].strip('"') for t in "RNH"), reading), "a run head is RUN:SEQ:HASH")
    confirmed, bad = confirmed + (reading in ours), bad + ["E_LOG_RUN_HEAD: " + reading] * (reading not in ours)
print("\n".join(bad) or f"intact: {len(events)} events, {sum(hasattr(e, 'erased') for e in events)} payloads "
      f"erased, {len(heads)} heads, {confirmed} heads from elsewhere confirmed; {WORDING}")
sys.exit(bool(bad))
