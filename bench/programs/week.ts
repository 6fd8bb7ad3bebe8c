import { readWeek } from "@plumb/contract/trends/week.ts";
import { benchPostgres, databasesFor, databaseLocation } from "../harness/databases.ts";
import { callMetric } from "../harness/call-metric.ts";
import type { Metric } from "../harness/metric.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { seedWeek } from "../harness/seed-week.ts";
import { newProjectIn, startServer } from "../harness/server.ts";
import { timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

const sizes = { quick: 2 * quickCount, full: 1_000_000 };

/** Measures the call for the weekly quality report in a project with very many tests. */
export const week: Program = {
  name: "week",
  summary: "the quality of a week at 1,000,000 tests",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    const tests = quick ? sizes.quick : sizes.full;
    for (const kind of databasesFor(quick, "postgres")) {
      const size = `${tests.toLocaleString("en")} tests, ${kind}`;
      const dataDir = work.folder(kind);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      const projectId = await newProjectIn(dataDir, url);
      const { ms } = await timed(() => seedWeek(databaseLocation(dataDir, url), projectId, tests));
      log(`${size}: filled in ${Math.round(ms / 1000)} s`);
      await using server = await startServer(dataDir, url);
      const { client } = server;
      const first = await client.call(readWeek, { query: { projectId, timeZone: "America/St_Johns" } });
      const requested = { "the usual week": {}, "the week before": { week: first.data.previousWeek } };
      for (const [name, query] of Object.entries({ ...requested, "of an owner": { owner: "team-1" } })) {
        const call = () => client.call(readWeek, { query: { projectId, timeZone: "America/St_Johns", ...query } });
        const { metric } = await callMetric(call, { name: `${name}, ${size}`, times: quick ? 5 : 100, maxMs: 50 });
        metrics.push(metric);
      }
    }
    return metrics;
  },
};
