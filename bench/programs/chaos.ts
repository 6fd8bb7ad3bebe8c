import { setTimeout as sleep } from "node:timers/promises";
import { Spool } from "@plumb/reporter-core/spool.ts";
import { LiveReport, type Outcome } from "@plumb/reporter-core/live-report.ts";
import { benchPostgres, databasesFor } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import { liveStory, type LiveStory, pictureOf } from "../harness/live-story.ts";
import type { Program } from "../harness/program.ts";
import { newProject, startServer } from "../harness/server.ts";
import { timed } from "../harness/statistics.ts";
import { differences } from "../harness/differences.ts";
import { type WorkFolder, workFolder } from "../harness/work-folder.ts";

interface Size {
  readonly runs: number;
  readonly tests: number;
  readonly kills: number;
  /** Duration of the tests in a run. */
  readonly runMs: number;
}

const full: Size = { runs: 20, tests: 200, kills: 6, runMs: 30_000 };
const small: Size = { runs: 3, tests: 24, kills: 2, runMs: 2500 };

/** Kills the server while tests run. No reported data may be lost, duplicated or incomplete in the end. */
export const chaos: Program = {
  name: "chaos",
  summary: "a server that is killed again and again while 20 runs are reported live, on both databases",
  async run({ quick, log }) {
    const size = quick ? small : full;
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "embedded")) {
      log(`${size.runs} runs, ${size.kills} kills, ${kind}`);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      const folder = work.folder(kind);
      const { ms, value } = await timed(() => killed(folder, url, size, work));
      const tests = (size.runs * size.tests).toLocaleString("en");
      metrics.push({
        name: `${kind}: tests and files that are not as their reporters told them`,
        value: value.wrong.length,
        unit: "rows",
        bar: { of: "value", max: 0 },
        note:
          value.wrong.slice(0, 3).join("; ") ||
          `of ${tests} tests, after ${size.kills} kills, in ${(ms / 1000).toFixed(0)} s`,
        details: { troubles: value.troubles },
      });
    }
    return metrics;
  },
};

async function killed(folder: string, url: string | undefined, size: Size, work: WorkFolder) {
  let server = await startServer(folder, url);
  try {
    const project = await newProject(server);
    const { port } = new URL(server.url);
    const troubles: string[] = [];
    const outcomes = Array.from({ length: size.runs }, (_, index) => {
      const journal = Spool.create(work.folder(`spool-${folder.length}-${index}`), {
        suite: "chaos",
        framework: "playwright",
      });
      const report = new LiveReport(journal, {
        url: server.url,
        key: project.key,
        unreachedMs: 60_000,
        timeoutMs: 120_000,
        ready: Promise.resolve(),
        onError: (reason) => troubles.push(reason),
      });
      report.start();
      return { report, story: liveStory(`machine-${index}`, size.tests, index) };
    });
    // Waits until each reporter has reached the server. A reporter that never reached it would keep its results.
    await Promise.all(outcomes.map(({ report }) => report.waitUntilReached()));
    const state = { reporting: true };
    const ended = Promise.all(outcomes.map((run) => reported(run, size))).finally(() => (state.reporting = false));
    for (let kill = 0; kill < size.kills && state.reporting; kill += 1) {
      await sleep(size.runMs / (size.kills + 1));
      await server.kill();
      server = await startServer(folder, url, port);
    }
    if ((await ended).includes("kept")) throw new Error(`A reporter kept some results. ${troubles.join(" ")}`);
    const wrong: string[] = [];
    for (const { report, story } of outcomes) {
      const reportId = report.uploader.run?.reportId;
      if (reportId === undefined) wrong.push("a run was never opened");
      else wrong.push(...(await differences(server.client, reportId, story.tests)));
    }
    return { wrong, troubles: troubles.length };
  } finally {
    await server.stop();
  }
}

interface RunOutcome {
  readonly report: LiveReport;
  readonly story: LiveStory;
}

/** Runs a reporter that does not wait for responses and stores data that it cannot send. */
async function reported({ report, story }: RunOutcome, { runMs }: Size): Promise<Outcome> {
  for (const { events, decided } of story.batches) {
    for (const event of events) report.add(event);
    for (const test of decided.filter(({ pictured }) => pictured))
      report.addFile({
        test: test.title,
        attempt: 0,
        name: "screenshot.png",
        contentType: "image/png",
        body: pictureOf(test),
      });
    await sleep(runMs / story.batches.length);
  }
  return report.finish();
}
