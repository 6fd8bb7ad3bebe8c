import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#store/db.ts";
import { dropPostgresDatabases } from "./database.ts";

/** Uses the Citus cluster whose coordinator has the database TEST_CITUS_URL. `vitest.config.ts` has no tests for this setup without it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env["TEST_CITUS_URL"] ?? "";
  await using database = await openDatabase({ url, folder: null, connections: 1 });
  const { rows: workers } = await sql<{ host: string; port: number }>`
    select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards and isactive order by nodeid
  `.execute(database.db);
  const template = `plumb_test_${process.pid}`;
  project.provide("databaseTemplate", { kind: "postgres", url, template, workers });
  return async () => {
    await dropPostgresDatabases(url, template);
    for (const { host, port } of workers) {
      const worker = new URL(url);
      worker.hostname = host;
      worker.port = String(port);
      await dropPostgresDatabases(worker.href, template);
    }
  };
}
