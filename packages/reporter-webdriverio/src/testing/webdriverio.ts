import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundle } from "@plumb/reporter-core/bundle.mjs";
import { type ToolRun, createToolSandbox } from "@plumb/reporter-core/testing/tool-sandbox.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * Returns the folder with WebdriverIO, which is installed from the registry on first use. Returns `null` and prints a message if the registry does
 * not respond.
 */
export async function installWebdriverio(): Promise<string | null> {
  const script = join(root, "scripts/install-tool.mjs");
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, "packages/reporter-webdriverio/tool"]);
    return stdout.trim();
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    process.stderr.write(`WebdriverIO's reporter was NOT TESTED with WebdriverIO. ${stderr.trim().slice(0, 500)}\n`);
    return null;
  }
}

/** Creates a project with WebdriverIO tests and the built reporter and service. */
export async function createProject(modules: string, files: Readonly<Record<string, string>>) {
  const sandbox = createToolSandbox({ "package.json": `{"type":"module"}`, ...files }, modules);
  for (const name of ["index", "service"])
    await bundle(
      fileURLToPath(new URL(`../${name}.ts`, import.meta.url)),
      join(sandbox.folder, "plumb", `${name}.cjs`),
    );
  const run = (env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<ToolRun> =>
    sandbox.run("@wdio/cli/bin/wdio.js", ["run", "wdio.conf.js", ...args], env);
  return { ...sandbox, runTests: run, [Symbol.dispose]: () => sandbox[Symbol.dispose]() };
}
