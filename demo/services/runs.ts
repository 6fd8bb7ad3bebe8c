import { createClient } from "@plumb/client/client.ts";
import { createApiKey, revokeApiKey } from "@plumb/contract/projects/api-keys.ts";
import { listProjects } from "@plumb/contract/projects/projects.ts";
import { projectName, seed, signIn, uploadReport } from "../demo-project.ts";
import type { Cause } from "../history/cause.ts";
import { commitOf } from "../history/commits.ts";
import { type Outcome, outcomesOf } from "../history/outcomes.ts";
import { expectationFailed } from "../history/playwright-messages.ts";
import type { DemoRun } from "../history/schedule.ts";
import { accentSearch } from "../history/web-causes.ts";
import { playwrightReport } from "../reports/playwright-report.ts";
import { runQuery } from "../run-query.ts";
import { accounts } from "./accounts.ts";
import type { Stored } from "./stored.ts";
import type { Try } from "./tries.ts";

/** Sends runs through the public API, as a CI job would. */
export async function sendRuns(address: string, stored: Stored, input: Try): Promise<void> {
  const client = await signIn(address);
  const project = (await client.call(listProjects)).data.find(({ name }) => name === projectName);
  if (project === undefined) throw new Error("the demo project does not exist yet");
  const params = { projectId: project.id };
  const { data } = await client.call(createApiKey, { params, body: { name: "Services of the demo" } });
  const pipeline = createClient({ baseUrl: address, token: () => data.key });
  try {
    for (let sent = 0; sent < input.runs; sent += 1) {
      const run = nextRun(input);
      const query = {
        ...runQuery(run),
        ...(input.ofPullRequest && { pullRequest: accounts.github.pullRequest, targetBranch: "main" }),
      };
      if (input.ofPullRequest) proposeCommit(stored, run.commit.hash);
      await uploadReport(pipeline, query, playwrightReport(run, outcomesFor(run, input), 1));
    }
  } finally {
    await client.call(revokeApiKey, { params: { ...params, keyId: data.id } });
  }
}

/** Durations are divided by this. A run begins now, after the last change of a ticket, so it must be short. */
const hurry = 200;
let sentBefore = 0;

function nextRun({ ofPullRequest }: Try): DemoRun {
  const startedAt = Date.now();
  sentBefore += 1;
  const build = `try-${startedAt}-${sentBefore}`;
  return {
    suite: "web",
    build,
    daysAgo: 0,
    startedAt,
    // Each run tests another commit.
    commit: commitOf(seed, build, 0),
    branch: ofPullRequest ? "feature/gift-wrap" : "main",
    environment: "staging",
    ciUrl: `https://ci.example/shop/${build}`,
    shards: 1,
  };
}

/** Returns an outcome for each test in the suite. Only the requested failures occur. */
function outcomesFor(run: DemoRun, { withSearchFailure, withNewFailure }: Try): Outcome[] {
  const onMain: DemoRun = { ...run, branch: "main" };
  const failing = newCause(run);
  return outcomesOf(seed, onMain).map((outcome) => {
    const { test, status, attempts } = outcome;
    const cause = attempts.at(-1)?.failure?.cause;
    if (status === "skipped") return outcome;
    const short = attempts.map((attempt) => ({ ...attempt, durationMs: Math.ceil(attempt.durationMs / hurry) }));
    if (withSearchFailure && cause === accentSearch) return { test, status, attempts: short };
    const durationMs = short.at(-1)?.durationMs ?? 0;
    const isNew =
      withNewFailure && test.file.file.startsWith("cart/") && test.project === "chromium" && test.line === firstTest;
    if (!isNew) return { test, status: "passed", attempts: [{ durationMs }] };
    const failure = { cause: failing, message: failing.message(test, 0), output: "" };
    return { test, status: "failed", attempts: Array.from({ length: 3 }, () => ({ durationMs, failure })) };
  });
}

/** Line of the first test in a file. */
const firstTest = 7;
const things = [
  "Gift wrap",
  "Greeting card",
  "Express delivery",
  "Pick up in a shop",
  "Engraving",
  "Insurance",
  "Repair kit",
];
const states = ["enabled", "visible", "focused", "checked", "editable", "empty", "hidden", "attached"];

/** Returns a cause that differs from those of earlier runs, as far as there are words. */
function newCause({ startedAt }: DemoRun): Cause {
  const pick = Math.floor(startedAt / 1000);
  const thing = things[pick % things.length] ?? "";
  const state = states[Math.floor(pick / things.length) % states.length] ?? "";
  return {
    id: "new",
    type: "Error",
    message: () =>
      expectationFailed({
        matcher: `toBe${state.charAt(0).toUpperCase()}${state.slice(1)}`,
        locator: `getByRole('checkbox', { name: '${thing}' })`,
        expected: state,
        received: "<element(s) not found>",
        timeoutMs: 5000,
        seen: "locator resolved to 0 elements",
      }),
    statements: [
      "await page.goto('/cart');",
      `await expect(page.getByRole('checkbox', { name: '${thing}' })).toBeVisible();`,
    ],
    takesMs: 120,
  };
}

/** Makes a commit the newest of the pull request. */
function proposeCommit({ pulls }: Stored, head: string): void {
  const number = Number(accounts.github.pullRequest);
  const pull = pulls.find((one) => one.number === number);
  if (pull === undefined) pulls.push({ number, head, comments: [] });
  else pull.head = head;
}
