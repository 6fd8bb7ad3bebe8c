import { execFile } from "node:child_process";
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
import { fileURLToPath } from "node:url";

const ownModules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

export interface ToolRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What Plumb's reporter said. */
  readonly said: readonly string[];
}

export interface Workplace extends Disposable {
  readonly folder: string;
  /** Runs a program of `node_modules` in the folder, without the variables of a CI system around it. */
  readonly run: (program: string, args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<ToolRun>;
  /** Runs that were not sent whole. */
  readonly spooled: () => string[];
}

/**
 * A folder with these files, in which test tools run as they do in a project.
 *
 * @param modules Its `node_modules`; else those of the repository.
 */
export function workplace(files: Readonly<Record<string, string>>, modules: string = ownModules): Workplace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "plumb-reporter-")));
  symlinkSync(modules, join(folder, "node_modules"), "junction");
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const spool = join(folder, ".plumb", "spool");
  return {
    folder,
    run: (program, args, env = {}) =>
      new Promise((resolve) => {
        const { PATH, NODE_COMPILE_CACHE } = process.env;
        const options = { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, HOME: folder, ...env }, maxBuffer: 1e8 };
        execFile(process.execPath, [join(modules, program), ...args], options, (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
          resolve({ code, stdout, stderr, said: stderr.split("\n").filter((line) => line.startsWith("Plumb: ")) });
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
