import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const steps = new URL("steps.mjs", import.meta.url).href;
const processes = new URL("processes.mjs", import.meta.url).href;

/** Script that runs forever and starts a child that does the same. Prints both process ids. */
const endless = `
  const { spawn } = require("node:child_process");
  const { renameSync, writeFileSync } = require("node:fs");
  const file = process.argv[1];
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 60000)"], { stdio: "ignore" });
  writeFileSync(file + ".new", process.pid + " " + child.pid);
  renameSync(file + ".new", file);
  setInterval(() => {}, 60000);
`;

/** In a container without an init process, an orphan stays as a zombie. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync("/proc/self/stat") || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

// On Windows a signal ends a process without calling its handler.
test.skipIf(process.platform === "win32").for(["SIGINT", "SIGTERM"] as const)(
  "%s ends running steps with all their processes, and starts no others",
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), "plumb-steps-"));
    const files = ["one", "two", "three"].map((name) => join(folder, name));
    const script = `
      import { asScript } from ${JSON.stringify(processes)};
      import { check, twoAtATime } from ${JSON.stringify(steps)};
      await asScript(async () => {
        const step = (file) => check(process.execPath, "a step", [["-e", ${JSON.stringify(endless)}, file]]);
        await twoAtATime(${JSON.stringify(files)}.map(step));
        return 0;
      });
    `;
    const run = spawn(process.execPath, ["--input-type=module", "-e", script], {
      cwd: fileURLToPath(new URL("..", import.meta.url)),
      env: { PATH: process.env["PATH"] },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    run.stderr.setEncoding("utf8").on("data", (text) => (said += text));
    const ended = once(run, "close");
    const begun = files.slice(0, 2);
    await expect.poll(() => begun.every((file) => existsSync(file))).toBe(true);
    const pids = begun.flatMap((file) => readFileSync(file, "utf8").split(" ").map(Number));
    try {
      run.kill(signal);
      const [code] = (await ended) as [number | null];
      expect([code, said]).toEqual([signal === "SIGINT" ? 130 : 143, `plumb: stopped by ${signal}.\n`]);
      expect(pids).toHaveLength(4);
      await expect.poll(() => pids.filter(isAlive)).toEqual([]);
      expect(existsSync(files[2] as string)).toBe(false);
    } finally {
      for (const pid of pids.filter(isAlive)) process.kill(pid, "SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
