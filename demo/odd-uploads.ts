import { RefusedError } from "@plumb/client/call-error.ts";
import type { Client } from "@plumb/client/client.ts";
import { upload } from "@plumb/contract/runs/ingest.ts";
import { suiteNames } from "./history/catalogue.ts";
import { commitOf } from "./history/commits.ts";
import type { DemoRun } from "./history/schedule.ts";
import { runQuery } from "./run-query.ts";
import { reportFiles } from "./reports/report-files.ts";
import { uploadBody } from "./upload-body.ts";

// Problems between a CI job and its report, which the Uploads page shows.

const branch = "feature/wish-list";
const build = "feature-wish-list-491";

/** Returns the upload parameters of a branch pipeline shortly before this run. */
function wishListQuery(seed: string, { startedAt }: Pick<DemoRun, "startedAt">) {
  return {
    suite: suiteNames.web,
    environment: "preview",
    branch,
    commit: commitOf(seed, branch, 0).hash,
    build,
    ciUrl: "https://ci.example/shop/feature-wish-list/491",
    startedAt: new Date(startedAt - 60_000).toISOString(),
  };
}

/** Sends a run with an empty file. */
export async function sendEmptyFile(pipeline: Client, seed: string, next: DemoRun): Promise<void> {
  const startedAt = next.startedAt - 60_000;
  const run: DemoRun = { ...next, suite: "web", branch, build, environment: "preview", startedAt, shards: 1 };
  const [files = []] = reportFiles(seed, run);
  const body = uploadBody([...files, { name: "test-results/console.log", text: "" }]);
  await pipeline.call(upload, { query: wishListQuery(seed, next), body });
}

/** Sends a log instead of a report, and a report that was already sent. */
export async function sendWrongFiles(pipeline: Client, seed: string, last: DemoRun): Promise<void> {
  const log = [{ name: "build/reports/console.log", text: "> npx playwright test\nsh: 1: npx: not found\n" }];
  await refused(() => pipeline.call(upload, { query: wishListQuery(seed, last), body: uploadBody(log) }));
  await pipeline.call(upload, { query: runQuery(last), body: uploadBody(reportFiles(seed, last)[0] ?? []) });
}

/** Sends a report with a revoked key. */
export async function sendWithOldKey(pipeline: Client, seed: string, last: DemoRun): Promise<void> {
  const [files = []] = reportFiles(seed, last);
  await refused(() => pipeline.call(upload, { query: wishListQuery(seed, last), body: uploadBody(files.slice(0, 1)) }));
}

/** Runs an action that the server must reject. */
async function refused(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
  }
}
