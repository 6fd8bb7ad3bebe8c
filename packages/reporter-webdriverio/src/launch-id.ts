import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { promisify } from "node:util";

type Variables = Readonly<Record<string, string | undefined>>;

/** Set by the service in the launcher and inherited by its workers. */
export const launchVariable = "PLUMB_WEBDRIVERIO_LAUNCH";

export function hasService(env: Variables): boolean {
  return Boolean(env[launchVariable]);
}

/**
 * Returns a text that is equal in all workers of a launch and unique per launch, or undefined if it cannot be determined. It is the default build.
 *
 * @param parent Process of the launcher, or of the shell that started the worker.
 */
export async function launchId(env: Variables, parent: number): Promise<string | undefined> {
  const inherited = env[launchVariable];
  if (inherited) return inherited;
  try {
    const identity = process.platform === "linux" ? await linuxProcessIdentity(parent) : await processIdentity(parent);
    const hash = createHash("sha256").update([hostname(), ...identity].join("\n"));
    return `local-${hash.digest("hex").slice(0, 12)}`;
  } catch {
    return undefined;
  }
}

/** Returns the identity of a process. It includes the start time, because the system reuses process ids. */
async function linuxProcessIdentity(pid: number): Promise<string[]> {
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
  // Fields after the program's name, which may contain any characters: the second is the parent, the 20th the start time.
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /s, "").split(" ");
  // Without a display, each worker may run in its own xvfb-run, so the parent of xvfb-run is used.
  if (/(?:^|[/\0])xvfb-run\0/.test(command)) return linuxProcessIdentity(Number(fields[1]));
  return [await readFile("/proc/sys/kernel/random/boot_id", "utf8"), String(pid), String(fields[19])];
}

async function processIdentity(pid: number): Promise<string[]> {
  const isWindows = process.platform === "win32";
  const program = isWindows ? "powershell" : "ps";
  const args = isWindows
    ? ["-NoProfile", "-Command", `(Get-Process -Id ${pid}).StartTime.Ticks`]
    : ["-o", "lstart=", "-p", String(pid)];
  const { stdout } = await promisify(execFile)(program, args, { timeout: 5000 });
  if (stdout.trim() === "") throw new Error(`Process ${pid} is unknown`);
  return [String(pid), stdout.trim()];
}
