import { execFile, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ownModules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

export interface ToolRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Lines that the reporter printed. */
  readonly messages: readonly string[];
}

export interface StoppedRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Time from the signal to the end of the process. */
  readonly ms: number;
}

export interface ToolSandbox extends Disposable {
  readonly folder: string;
  /** Runs a program of `node_modules` in the folder, without the variables of the surrounding CI system. */
  readonly run: (program: string, args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<ToolRun>;
  /**
   * Starts a program in the same way. When `condition` resolves, sends the signal to all its processes, as a terminal does. Returns when all of them
   * have ended.
   */
  readonly stop: (
    signal: NodeJS.Signals,
    condition: () => Promise<unknown>,
    ...program: Parameters<ToolSandbox["run"]>
  ) => Promise<StoppedRun>;
  /** Spools of runs that were not sent completely. */
  readonly spooled: () => string[];
}

function isGroupAlive(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/**
 * Creates a folder with files in which test tools run as in a user's project.
 *
 * @param modules The `node_modules` folder, by default that of the repository.
 */
export function createToolSandbox(files: Readonly<Record<string, string>>, modules: string = ownModules): ToolSandbox {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "plumb-reporter-")));
  symlinkSync(modules, join(folder, "node_modules"), "junction");
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const spool = join(folder, ".plumb", "spool");
  const processOptions = (env: Readonly<Record<string, string>>) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    return { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, HOME: folder, ...env } };
  };
  return {
    folder,
    stop: async (sent, condition, program, args, env = {}) => {
      const options = { ...processOptions(env), detached: true, stdio: "ignore" } as const;
      const child = spawn(process.execPath, [join(modules, program), ...args], options);
      const ended = new Promise<Pick<StoppedRun, "code" | "signal">>((resolve) => {
        child.once("close", (code, signal) => resolve({ code, signal }));
      });
      try {
        await condition();
      } finally {
        process.kill(-(child.pid ?? 0), sent);
      }
      const sentAt = performance.now();
      const stopped = { ...(await ended), ms: performance.now() - sentAt };
      while (isGroupAlive(child.pid ?? 0)) await sleep(20);
      return stopped;
    },
    run: (program, args, env = {}) =>
      new Promise((resolve) => {
        const options = { ...processOptions(env), maxBuffer: 1e8 };
        execFile(process.execPath, [join(modules, program), ...args], options, (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
          resolve({ code, stdout, stderr, messages: stderr.split("\n").filter((line) => line.startsWith("Plumb: ")) });
        });
      }),
    spooled: () =>
      existsSync(spool)
        ? readdirSync(spool)
            .filter((name) => name.endsWith(".ndjson"))
            .map((name) => join(spool, name))
        : [],
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
