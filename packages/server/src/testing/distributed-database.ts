import { Client } from "pg";
import { openDatabase } from "#store/db.ts";
import { distribute } from "#store/distribution/distribute.ts";
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

/**
 * Connects to each node and deletes its rows. A distributed `truncate` of all tables takes a hundred times as long. No other connection may use
 * the database.
 */
export async function emptyDistributed({ url, workers }: Cluster): Promise<void> {
  const coordinator = new URL(url);
  for (const node of [coordinator, ...workers.map(({ host, port }) => nodeUrl(coordinator, host, port))]) {
    const client = new Client({ connectionString: node.href });
    await client.connect();
    try {
      await client.query("set citus.override_table_visibility = off; set citus.enable_manual_changes_to_shards = on");
      const { rows } = await client.query<{ name: string }>(storedTables);
      if (rows.length > 0) await client.query(`truncate ${rows.map(({ name }) => name).join()} cascade`);
    } finally {
      await client.end();
    }
  }
}

/** Selects the names of the tables with rows that are stored on this node: parts of distributed tables, and tables that Citus does not know. */
const storedTables = `
  select c.relname as name
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_version' and pg_relation_size(c.oid) > 0
     and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`;

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
