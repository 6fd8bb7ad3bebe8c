import { listUploads, readUploadHealth } from "@plumb/contract/runs/uploads.ts";
import { benchPostgres, databasesFor, databaseLocation } from "../harness/databases.ts";
import { callMetric } from "../harness/call-metric.ts";
import type { Metric } from "../harness/metric.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { seedUploads } from "../harness/seed-uploads.ts";
import { type BenchServer, newProjectIn, startServer } from "../harness/server.ts";
import { workFolder } from "../harness/work-folder.ts";

/** Measures the Uploads page with the maximum number of uploads that a project keeps. */
export const uploads: Program = {
  name: "uploads",
  summary: "the list of 10,000 uploads, searched and narrowed, and what is said above it",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "postgres")) {
      const count = quick ? quickCount : 10_000;
      const dataDir = work.folder(kind);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      const projectId = await newProjectIn(dataDir, url);
      await seedUploads(databaseLocation(dataDir, url), projectId, count);
      log(`${count} uploads, ${kind}`);
      await using server = await startServer(dataDir, url);
      const size = `${count.toLocaleString("en")} uploads, ${kind}`;
      for (const [name, call] of calls(server, projectId)) {
        const { metric } = await callMetric(call, { name: `${name}, ${size}`, times: quick ? 5 : 60, maxMs: 50 });
        metrics.push(metric);
      }
    }
    return metrics;
  },
};

function calls({ client }: BenchServer, projectId: number): [name: string, call: () => Promise<unknown>][] {
  const params = { projectId };
  const list = (query: object) => () => client.call(listUploads, { params, query });
  return [
    ["the newest", list({})],
    ["the oldest", list({ cursor: 60 })],
    ["rejected ones", list({ state: ["rejected"] })],
    ["of a key that sent nothing", list({ key: 99 })],
    ["a rare word", list({ search: "build-77" })],
    ["no such word", list({ search: "zeppelin" })],
    ["counts, missing shards, silence", () => client.call(readUploadHealth, { params })],
  ];
}
