import { sql } from "kysely";
import { Client } from "pg";
import { type Db, openDatabase } from "#store/db.ts";
import { distribute } from "#store/distribution/distribute.ts";
import { distributionPlan } from "#store/distribution/plan.ts";
import { migrate } from "#store/migrate.ts";
import type { DatabaseTemplate } from "./provided.ts";

type PostgresTemplate = Extract<DatabaseTemplate, { kind: "postgres" }>;
type Cluster = Required<Pick<PostgresTemplate, "url" | "workers">>;

/** Each table has few parts, because every statement over all parts takes longer with more of them. */
const shards = 2;

/** Creates a database on each node of a Citus cluster, and distributes the schema. */
export async function createDistributedDatabase(cluster: Cluster, name: string): Promise<CreatedDatabase> {
  const created = await createClusterDatabase(cluster, name);
  await using database = await openDatabase({ url: created.url, folder: null, connections: 2 });
  await distribute(database.db, () => undefined);
  return created;
}

interface CreatedDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a database on each node of a Citus cluster, with all tables on the coordinator. */
export async function createClusterDatabase({ url, workers }: Cluster, name: string): Promise<CreatedDatabase> {
  const coordinator = new URL(url);
  const nodes = [coordinator, ...workers.map(({ host, port }) => nodeUrl(coordinator, host, port))];
  for (const node of nodes) {
    await run(node, [`create database ${name}`, `alter database ${name} set citus.shard_count = ${shards}`]);
    await run(databaseOf(node, name), ["create extension citus"]);
  }
  const created = databaseOf(coordinator, name);
  await run(created, [
    `select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  ]);
  await using database = await openDatabase({ url: created.href, folder: null, connections: 2 });
  await migrate(database.db);
  return {
    url: created.href,
    async drop() {
      for (const node of nodes) await run(node, [`drop database ${name} with (force)`]);
    },
  };
}

/** Deletes the rows of all tables. */
export async function emptyDistributed(db: Db): Promise<void> {
  const { reference, distributed, coordinator } = await distributionPlan(db);
  const tables = [...reference, ...distributed, ...coordinator].filter((table) => table !== "schema_version");
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))} cascade`.execute(db);
}

function nodeUrl(coordinator: URL, host: string, port: number): URL {
  const url = new URL(coordinator);
  url.hostname = host;
  url.port = String(port);
  return url;
}

function databaseOf(node: URL, name: string): URL {
  const url = new URL(node);
  url.pathname = `/${name}`;
  return url;
}

async function run(node: URL, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: node.href });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
