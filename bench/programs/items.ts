import { listAnnotations } from "@plumb/contract/items/annotations.ts";
import { bulkUpdateStatus } from "@plumb/contract/items/annotation-changes.ts";
import { benchPostgres, databaseKinds } from "../harness/databases.ts";
import type { Figure } from "../harness/figure.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { seedItems } from "../harness/seed-items.ts";
import { type BenchServer, newProject, startServer } from "../harness/server.ts";
import { quantile, sampled, timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

/** Lists and searches of analysis items: a call's cost may grow with what it shows, not with what is stored. */
export const items: Program = {
  name: "items",
  summary: "lists, searches and a bulk change of 100,000 analysis items",
  async run({ quick, say }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const figures: Figure[] = [];
    for (const kind of databaseKinds) {
      const count = quick ? 10 * quickCount : 100_000;
      const dataDir = work.folder(kind);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      const projectId = await projectIn(dataDir, url);
      await seedItems(url === undefined ? { dataDir } : { url }, projectId, count);
      say(`${count} items, ${kind}`);
      await using server = await startServer(dataDir, url);
      const size = `${count.toLocaleString("en")} items, ${kind}`;
      for (const [name, call] of calls(server, projectId)) {
        const { firstMs, samples } = await sampled(call, quick ? 5 : 60);
        const p50 = quantile(samples, 0.5);
        figures.push({
          name: `${name}, ${size}: p95`,
          value: quantile(samples, 0.95),
          unit: "ms",
          bar: { of: "value", most: 50 },
          note: `p50 ${p50.toFixed(1)} ms, the first call ${firstMs.toFixed(0)} ms`,
          details: { p50Ms: p50, firstMs, samples: samples.length },
        });
      }
      const filter = { priority: "critical" as const };
      const body = { filter, newStatus: "invalid" as const, comment: "Not ours" };
      const { ms } = await timed(() => server.client.call(bulkUpdateStatus, { params: { projectId }, body }));
      figures.push({
        name: `a new status for ${(count / 10).toLocaleString("en")} of them, ${kind}`,
        value: ms,
        unit: "ms",
      });
    }
    return figures;
  },
};

async function projectIn(dataDir: string, url: string | undefined): Promise<number> {
  await using server = await startServer(dataDir, url);
  return (await newProject(server)).id;
}

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
