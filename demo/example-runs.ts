import { readFileSync } from "node:fs";
import { dayMs } from "@plumb/contract/durations.ts";
import type {
  ExampleHistory,
  ExampleJob,
  ExampleRequest,
  ExampleUpload,
} from "../packages/server/src/ingest/sources/example/example-thread.ts";
import { onTask } from "../packages/server/src/threads/on-task.ts";
import { commitHistory } from "./history/commits.ts";
import { demoEvents } from "./history/events.ts";
import { type DemoRun, schedule } from "./history/schedule.ts";
import { reportFiles } from "./reports/report-files.ts";
import { runQuery } from "./run-query.ts";

/**
 * Days of the demo that become the example, before its last night: that night, one cause is new, one came back, and one has been failing for a week.
 */
const days = { from: 22, until: 2 } as const;

/** With this seed, the last runs have causes in all four states: new, back, known and resolved. */
const seed = "example-shop-197";

const recorded = new URL("recorded/", import.meta.url);

// A thread of the server: the latest runs of one suite of the demo, for projects on servers without it.
onTask<ExampleJob>(async ({ now }, port) => {
  const runs = schedule(seed, now + days.until * dayMs).filter(
    ({ suite, daysAgo }) => suite === "web" && daysAgo <= days.from && daysAgo >= days.until,
  );
  const uploads = runs.flatMap((run) => Array.from({ length: run.shards }, (_, shard) => ({ run, shard })));
  port.on("message", (request: ExampleRequest) => {
    if (request === "history") return port.postMessage(historyOf(runs, uploads.length));
    const { run, shard } = uploads[request] ?? {};
    port.postMessage(run === undefined ? null : uploadOf(run, shard ?? 0));
  });
});

function historyOf(runs: readonly DemoRun[], uploads: number): ExampleHistory {
  const [oldest] = runs;
  const newest = (runs.at(-1)?.startedAt ?? 0) - 8 * 3_600_000;
  const commits = commitHistory(seed, newest + days.until * dayMs, runs, days.from);
  return {
    repository: "https://git.example/shop",
    commits: commits.filter(({ committedAt }) => Date.parse(committedAt) <= newest),
    events: demoEvents(runs)
      .filter(({ at }) => Date.parse(at) >= (oldest?.startedAt ?? 0))
      .map(({ url = null, environment = null, ...event }) => ({ ...event, url, environment })),
    uploads,
  };
}

function uploadOf(run: DemoRun, shard: number): ExampleUpload {
  const files = reportFiles(seed, run)[shard] ?? [];
  return {
    query: { ...runQuery(run), suite: "Example shop", tag: ["example"] },
    files: files.map((file) => ({
      name: file.name,
      content: "text" in file ? Buffer.from(file.text) : readFileSync(new URL(file.recorded, recorded)),
    })),
  };
}
