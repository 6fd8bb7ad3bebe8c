import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createServerHome } from "#testing/process.ts";
import { createKeyAt, createProjectAt, signInAt } from "#testing/remote.ts";

const packages = fileURLToPath(new URL("../../dist/packages/packages.json", import.meta.url));
const deadRegistry = "http://127.0.0.1:9/";

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Creates a machine with Node.js and npm that can reach nothing but the server. */
function machine() {
  const home = mkdtempSync(join(tmpdir(), "plumb-npx-"));
  return {
    home,
    npx: (args: readonly string[], env: Record<string, string> = {}): Promise<Output> =>
      promisify(execFile)("npx", [...args], {
        cwd: home,
        env: {
          PATH: process.env["PATH"],
          HOME: home,
          npm_config_cache: join(home, "cache"),
          npm_config_registry: deadRegistry,
          npm_config_fetch_retries: "0",
          npm_config_update_notifier: "false",
          ...env,
        },
      }),
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

test.runIf(existsSync(packages))("npx runs the command from the server without a registry", async () => {
  await using home = await createServerHome();
  const server = await home.start();
  using here = machine();
  const cli = `${server.url}/packages/cli.tgz`;
  const [packed] = JSON.parse(readFileSync(packages, "utf8")) as { version: string }[];

  expect((await here.npx(["-y", cli, "--version"])).stdout.trim()).toBe(packed?.version);

  const token = await signInAt(server);
  const key = await createKeyAt(server, token, await createProjectAt(server, token));
  writeFileSync(join(here.home, "report.xml"), '<testsuite name="web"><testcase name="buys"/></testsuite>');
  const reached = { PLUMB_URL: server.url, PLUMB_API_KEY: key };
  const upload = await here.npx(["-y", cli, "upload", "report.xml", "--suite", "web", "--build", "77"], reached);

  expect(upload.stdout).toContain("imported   report.xml");
  expect(upload.stdout).toContain("Report #1, web: 1 test, 1 passed");

  // A key for uploads can also request the gate.
  const gate = await here.npx(["-y", cli, "gate", "--build", "77", "--min-pass-rate", "100"], reached);
  expect(gate.stdout).toContain("Gate passed");
  writeFileSync(
    join(here.home, "red.xml"),
    '<testsuite name="web"><testcase name="pays"><failure message="no"/></testcase></testsuite>',
  );
  await here.npx(["-y", cli, "upload", "red.xml", "--suite", "web", "--build", "77"], reached);
  const closed = here.npx(["-y", cli, "gate", "--build", "77"], reached);
  await expect(closed).rejects.toMatchObject({ code: 4, stdout: expect.stringContaining("web › pays") as string });
});
