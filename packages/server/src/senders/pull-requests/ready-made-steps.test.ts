import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { head as commit } from "@plumb/code-hosts/testing/fake-host.ts";
import { startGitHub, startGitLab } from "@plumb/code-hosts/testing/fake-hosts.ts";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";

const integrations = new URL("../../../../../integrations/", import.meta.url);
const cli = fileURLToPath(new URL("../../../../cli/src/main.ts", import.meta.url));

interface Step {
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly [Step] };
}
interface Component {
  readonly spec: { readonly inputs: Readonly<Record<string, { readonly default?: string } | null>> };
}
interface Job {
  readonly plumb: { readonly script: readonly string[]; readonly variables: Readonly<Record<string, string>> };
}

type Inputs = Readonly<Record<string, string>>;

/** Returns script and variables of the step as GitHub expands them. https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax */
function githubStep(inputs: Inputs, token: string): { script: string; env: Record<string, string> } {
  const action = parse(readFileSync(new URL("github/action.yml", integrations), "utf8")) as Action;
  const [{ run, env }] = action.runs.steps;
  const valueOf = (text: string) =>
    text.replace(/\$\{\{ (?:inputs\.([\w-]+)|github\.token) \}\}/g, (_, name?: string): string =>
      name === undefined ? token : (inputs[name] ?? valueOf(action.inputs[name]?.default ?? "")),
    );
  // GitHub runs `shell: bash` with these options.
  return {
    script: `set -eo pipefail\n${run}`,
    env: Object.fromEntries(Object.entries(env).map(([name, text]) => [name, valueOf(text)])),
  };
}

/** Returns script and variables of the job as GitLab expands them. https://docs.gitlab.com/ci/inputs/ */
function gitlabJob(inputs: Inputs): { script: string; env: Record<string, string> } {
  const documents = parseAllDocuments(readFileSync(new URL("gitlab/templates/plumb.yml", integrations), "utf8"));
  const [component, job] = documents.map((document) => document.toJS() as unknown) as [Component, Job];
  const { script, variables } = job.plumb;
  const valueOf = (text: string) =>
    text.replace(
      /\$\[\[ inputs\.(\w+) \]\]/g,
      (_, name: string) => inputs[name] ?? component.spec.inputs[name]?.default ?? "",
    );
  return {
    script: `set -eo pipefail\n${script.join("\n")}`,
    env: Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, valueOf(text)])),
  };
}

/** Runs a script in a folder with a report. `npx` runs the command line of this repository instead of the server's package. */
async function run(server: TestApp, { script, env }: { script: string; env: Record<string, string> }) {
  const folder = join(server.context.config.dataDir, "job");
  mkdirSync(join(folder, "bin"), { recursive: true });
  mkdirSync(join(folder, "reports"), { recursive: true });
  const npx = join(folder, "bin/npx");
  writeFileSync(npx, `#!/bin/sh\necho "npx $1 $2" >> npx.log\nshift 2\nexec "${process.execPath}" "${cli}" "$@"\n`);
  chmodSync(npx, 0o755);
  writeFileSync(
    join(folder, "reports/a.xml"),
    junit([
      ["cart", "pays", "no"],
      ["cart", "buys"],
    ]),
  );
  writeFileSync(
    join(folder, "event.json"),
    JSON.stringify({ pull_request: { number: 12, head: { sha: commit }, base: { ref: "main" } } }),
  );
  const child = spawn("bash", ["-c", script], {
    cwd: folder,
    env: { HOME: folder, ...env, PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}` },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  return { code, output, called: readFileSync(join(folder, "npx.log"), "utf8").trim().split("\n") };
}

async function startServer() {
  const server = await createTestApp();
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  return { server, url, key: (await seedProject(server)).key };
}

/** https://docs.github.com/en/actions/reference/workflows-and-actions/variables */
const ofGitHub = {
  CI: "true",
  GITHUB_ACTIONS: "true",
  GITHUB_REF: "refs/pull/12/merge",
  GITHUB_HEAD_REF: "cart",
  GITHUB_BASE_REF: "main",
  GITHUB_RUN_ID: "901",
  GITHUB_RUN_ATTEMPT: "1",
  GITHUB_EVENT_NAME: "pull_request",
  GITHUB_EVENT_PATH: "event.json",
};

test("the GitHub action uploads, comments, sets the status, and fails the job by its rules", async () => {
  const { server, url, key } = await startServer();
  await using _ = server;
  await using github = await startGitHub();
  const { GITHUB_TOKEN: token = "", ...host } = github.env as Record<string, string>;
  const inputs = {
    url: `${url}/`,
    "api-key": key,
    reports: "reports/*.xml",
    suite: "web shop",
    gate: "--max-failures 0",
  };
  const { script, env } = githubStep(inputs, token);
  const result = await run(server, { script, env: { ...ofGitHub, ...host, ...env } });
  expect(result.output).toContain("Gate FAILED");
  expect(result.code).toBe(4);
  expect(new Set(result.called)).toEqual(new Set([`npx -y ${url}/packages/cli.tgz`]));
  expect(github.comments[0]?.text).toContain("1 failure new here");
  expect(github.comments[0]?.text).toContain("web shop");
  expect(github.statuses).toMatchObject([{ state: "failure" }]);
  expect(github.violations).toEqual([]);
});

test("the GitHub action without comment and gate only uploads", async () => {
  const { server, url, key } = await startServer();
  await using _ = server;
  await using github = await startGitHub();
  const { GITHUB_TOKEN: token = "", ...host } = github.env as Record<string, string>;
  const { script, env } = githubStep(
    { url, "api-key": key, reports: "reports", comment: "false", gate: "false" },
    token,
  );
  const result = await run(server, { script, env: { ...ofGitHub, ...host, ...env } });
  expect(result).toMatchObject({ code: 0, called: [`npx -y ${url}/packages/cli.tgz`] });
  expect(github.comments).toEqual([]);
});

test("inputs of the GitHub action cannot add commands", async () => {
  const { server, url, key } = await startServer();
  await using _ = server;
  const hostile = "web; touch stolen; $(touch stolen) `touch stolen`";
  const { script, env } = githubStep(
    { url, "api-key": key, reports: "reports", suite: hostile, comment: "false", gate: "false" },
    "t",
  );
  const result = await run(server, { script: `${script}\ntest ! -e stolen`, env: { ...ofGitHub, ...env } });
  expect(result.code).toBe(0);
});

/** https://docs.gitlab.com/ci/variables/predefined_variables/ */
const ofGitLab = {
  CI: "true",
  CI_MERGE_REQUEST_IID: "12",
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
  CI_COMMIT_REF_NAME: "cart",
  CI_PIPELINE_SOURCE: "merge_request_event",
};

test("the GitLab component uploads, comments and sets the status of the pipeline", async () => {
  const { server, url, key } = await startServer();
  await using _ = server;
  await using gitlab = await startGitLab();
  const { script, env } = gitlabJob({ url, reports: "reports/", suite: "web", gate: "--max-failures 1" });
  const result = await run(server, {
    script,
    env: { ...ofGitLab, ...(gitlab.env as Record<string, string>), ...env, PLUMB_API_KEY: key },
  });
  expect(result.output).toContain("Gate passed");
  expect(result.code).toBe(0);
  expect(gitlab.comments[0]?.text).toContain("1 failure new here");
  expect(gitlab.statuses).toMatchObject([{ state: "success" }]);
  expect(gitlab.violations).toEqual([]);
});
