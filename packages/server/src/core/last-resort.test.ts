import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const lastResort = fileURLToPath(new URL("last-resort.ts", import.meta.url));

/** Throws in every kind of handler. The exit code is 0 only if none of the errors ended the process. */
const program = `
import { EventEmitter } from "node:events";
import { createReadStream } from "node:fs";
import { Worker } from "node:worker_threads";
import { pino } from "pino";
import { logWhatNobodyCaught } from ${JSON.stringify(lastResort)};
logWhatNobodyCaught(pino(pino.destination({ dest: 1, sync: true })));
setTimeout(() => { throw new Error("a timer"); });
setImmediate(() => { throw new Error("an immediate"); });
queueMicrotask(() => { throw new Error("a microtask"); });
void Promise.reject(new Error("a promise"));
createReadStream("/there/is/no/such/file");
new Worker("throw new Error('a thread')", { eval: true });
setTimeout(() => new EventEmitter().emit("error", new Error("an emitter")));
`;

test("an uncaught error is logged, and the process continues", async () => {
  const args = ["--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  for (const kind of ["a timer", "an immediate", "a microtask", "a promise", "ENOENT", "a thread", "an emitter"])
    expect(stdout).toContain(kind);
});
