import { listAnnotations } from "@plumb/contract/items/annotations.ts";
import { bulkUpdateStatus } from "@plumb/contract/items/annotation-changes.ts";
import { benchPostgres, databasesFor, databaseLocation } from "../harness/databases.ts";
import { callMetric } from "../harness/call-metric.ts";
import type { Metric } from "../harness/metric.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { seedItems } from "../harness/seed-items.ts";
import { type BenchServer, newProjectIn, startServer } from "../harness/server.ts";
import { timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

/** Measures lists and searches of analysis items. Their cost may depend on the number of shown items, not on the number of stored ones. */
export const items: Program = {
  name: "items",
  summary: "lists, searches and a bulk change of 100,000 analysis items",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "embedded")) {
      const count = quick ? 10 * quickCount : 100_000;
      const dataDir = work.folder(kind);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      const projectId = await newProjectIn(dataDir, url);
      await seedItems(databaseLocation(dataDir, url), projectId, count);
      log(`${count} items, ${kind}`);
      await using server = await startServer(dataDir, url);
      const size = `${count.toLocaleString("en")} items, ${kind}`;
      for (const [name, call] of calls(server, projectId)) {
        const { metric } = await callMetric(call, { name: `${name}, ${size}`, times: quick ? 5 : 60, maxMs: 50 });
        metrics.push(metric);
      }
      const filter = { priority: "critical" as const };
      const body = { filter, newStatus: "invalid" as const, comment: "Not ours" };
      const { ms } = await timed(() => server.client.call(bulkUpdateStatus, { params: { projectId }, body }));
      metrics.push({
        name: `a new status for ${(count / 10).toLocaleString("en")} of them, ${kind}`,
        value: ms,
        unit: "ms",
      });
    }
    return metrics;
  },
};

function calls({ client }: BenchServer, projectId: number): Map<string, () => Promise<unknown>> {
  const list = (query: object) => () => client.call(listAnnotations, { params: { projectId }, query });
  return new Map([
    ["the newest", list({})],
    ["a rare word", list({ search: "item 77771" })],
    ["a word of a hundredth", list({ search: "voucher-7 " })],
    ["a word of all", list({ search: "checkout" })],
    ["a word of all, open ones", list({ search: "checkout", status: "open" })],
    ["a word of all, by title, page 400", list({ search: "checkout", sortBy: "title", offset: 4000 })],
    ["two words", list({ search: "voucher-7 payment" })],
    ["no such word", list({ search: "zeppelin" })],
  ]);
}
