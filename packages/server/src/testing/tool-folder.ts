import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const agents = "packages/server/src/ingest/sources/reportportal/tool";

/**
 * Returns the folder with ReportPortal's agents and their tools, installed from the registry on first use; `null`, with a message, if the registry
 * does not respond.
 */
export async function installedAgents(): Promise<string | null> {
  try {
    const script = join(root, "scripts/install-tool.mjs");
    const { stdout } = await promisify(execFile)(process.execPath, [script, agents], { cwd: root });
    return stdout.trim();
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    process.stderr.write(
      `ReportPortal's reporting API was NOT TESTED with real agents. ${stderr.trim().slice(0, 500)}\n`,
    );
    return null;
  }
}

interface ToolRun {
  readonly code: number;
  /** Standard output and standard error. */
  readonly output: string;
}

export interface ToolFolder extends Disposable {
  readonly folder: string;
  /** Runs a program of `node_modules`, or a script of the folder (`./name`), in the folder and without CI variables. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<ToolRun>;
}

/**
 * Creates a folder with these files, in which test tools run as in a project.
 *
 * @param modules Path of its `node_modules`.
 */
export function toolFolder(modules: string, files: Readonly<Record<string, string>>): ToolFolder {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "plumb-tool-")));
  symlinkSync(modules, join(folder, "node_modules"), "junction");
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return {
    folder,
    run: (program, args, env = {}) =>
      new Promise((resolve) => {
        const { PATH, NODE_COMPILE_CACHE } = process.env;
        const options = { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, HOME: folder, ...env }, maxBuffer: 1e8 };
        execFile(
          process.execPath,
          [program.startsWith("./") ? join(folder, program) : join(modules, program), ...args],
          options,
          (error, stdout, stderr) => {
            const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
            resolve({ code, output: `${stdout}\n${stderr}` });
          },
        );
      }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
