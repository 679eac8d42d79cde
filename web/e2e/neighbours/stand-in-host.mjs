/** A native host that passes everything on to the stand-in for the daemon, whatever it is. */

import { createConnection } from "node:net";

const socket = createConnection(process.argv[2] ?? "");
socket.on("error", () => process.exit(0));
socket.on("close", () => process.exit(0));
process.stdin.on("end", () => process.exit(0));

let up = Buffer.alloc(0);
process.stdin.on("data", (data) => {
  up = Buffer.concat([up, data]);
  while (up.length >= 4 && up.length >= 4 + up.readUInt32LE(0)) {
    const length = up.readUInt32LE(0);
    socket.write(Buffer.concat([up.subarray(4, 4 + length), Buffer.from("\n")]));
    up = up.subarray(4 + length);
  }
});

let down = Buffer.alloc(0);
socket.on("data", (data) => {
  down = Buffer.concat([down, data]);
  for (let at = down.indexOf(10); at >= 0; at = down.indexOf(10)) {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(at);
    process.stdout.write(Buffer.concat([length, down.subarray(0, at)]));
    down = down.subarray(at + 1);
  }
});
