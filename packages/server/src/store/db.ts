import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import { type ClientBase, Pool, types } from "pg";
import { openEmbedded } from "#store/embedded/embedded.ts";
import type { Rank } from "#store/embedded/protocol.ts";
import { recordStatement } from "./statement-spans.ts";
import { isTracing } from "#tracing/spans.ts";

/** Kysely without table types: statements are written with its `sql` tag, and each declares its row type. */
export type Db = Kysely<unknown>;

// Ids and counts stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

export interface Database extends AsyncDisposable {
  readonly db: Db;
  /** The same database for uploads and reporters. If all connections share one session, its statements run after those of `db`. */
  readonly ingestDb: Db;
  /** The same database for jobs, whose statements have the lowest priority. */
  readonly backgroundDb: Db;
  /** Shown to users: `embedded PostgreSQL 18 in …`, or host and name of the server. Never contains a password. */
  readonly description: string;
  readonly embedded: boolean;
  /**
   * Opens what a backup reads: this database, or a copy of the embedded one, whose only session a long transaction would block.
   *
   * @param folder For the copy; must not exist, and is removed afterwards.
   */
  openForBackup(folder: string): Promise<Pick<Database, "db"> & AsyncDisposable>;
}

/** Opens `url`. Without it, opens the embedded database in `folder`, or in memory if `folder` is `null`. */
export async function openDatabase(options: {
  url: string | undefined;
  folder: string | null;
  connections?: number;
}): Promise<Database> {
  if (options.url !== undefined) {
    const pool = new Pool({
      connectionString: options.url,
      max: options.connections ?? 16,
      connectionTimeoutMillis: 10_000,
    });
    // JIT compilation would cost more than it saves: most statements take milliseconds, and the planner overestimates large tables.
    // A process that is paused in a transaction must not hold its locks until it continues.
    const session = `set jit = off; set idle_in_transaction_session_timeout = ${maxIdleInTransactionMs}`;
    pool.on("connect", (client) => void client.query(session).catch(() => undefined));
    const db = over(pool);
    return {
      db,
      ingestDb: db,
      backgroundDb: db,
      description: describeServer(options.url),
      embedded: false,
      openForBackup: async () => ({ db, [Symbol.asyncDispose]: async () => undefined }),
      [Symbol.asyncDispose]: () => db.destroy(),
    };
  }
  const embedded = await openEmbedded(options.folder);
  // The embedded database runs one statement at a time, so more connections would only wait.
  const pool = (rank: Rank) =>
    new Pool({
      max: options.connections ?? 8,
      stream: () => embedded.connect(rank),
      user: "postgres",
      database: "postgres",
    });
  const location = options.folder === null ? "in memory" : `in ${options.folder}`;
  const db = over(pool("people"));
  const ingestDb = over(pool("reports"));
  const backgroundDb = over(pool("jobs"));
  return {
    db,
    ingestDb,
    backgroundDb,
    description: `embedded PostgreSQL ${location}`,
    embedded: true,
    openForBackup: (folder) => openCopy(embedded, folder),
    async [Symbol.asyncDispose]() {
      await Promise.all([db, ingestDb, backgroundDb].map((one) => one.destroy()));
      await embedded.close();
    },
  };
}

/** Returns host, port and name of a database, without the password. */
export function describeServer(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname}:${port === "" ? "5432" : port}${pathname}`;
}

async function openCopy(
  embedded: Awaited<ReturnType<typeof openEmbedded>>,
  folder: string,
): Promise<Pick<Database, "db"> & AsyncDisposable> {
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    await embedded.copyTo(join(folder, "db"));
    const copy = await openDatabase({ url: undefined, folder, connections: 2 });
    return {
      db: copy.db,
      async [Symbol.asyncDispose]() {
        await copy[Symbol.asyncDispose]();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const maxIdleInTransactionMs = 30_000;

/** Lets a transaction wait for another service between two statements. */
export async function allowIdle(transaction: Db, ms: number): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(ms)}, true)`.execute(transaction);
}

const pools = new WeakMap<Db, Pool>();

/**
 * Checks a connection out of the pool, for queries that Kysely does not support (`pipeline.ts`).
 *
 * @param db Must not be a transaction.
 * @param work Receives the driver's client, and a database on the same connection for transactions.
 */
export async function onClient<Value>(
  db: Db,
  work: (client: ClientBase, connection: Db) => Promise<Value>,
): Promise<Value> {
  const pool = pools.get(db);
  if (pool === undefined) throw new Error("A transaction has its connection already.");
  const client = await pool.connect();
  let broken: Error | boolean | undefined;
  const lent = { query: client.query.bind(client), release: (reason?: Error | boolean) => void (broken ??= reason) };
  const only = { connect: () => Promise.resolve(lent), end: () => Promise.resolve(), options: pool.options };
  try {
    return await work(client, new Kysely({ dialect: new PostgresDialect({ pool: only }) }));
  } finally {
    client.release(broken);
  }
}

function over(pool: Pool): Db {
  // A connection that breaks while idle is replaced at the next use; the statement that needs it reports the error.
  pool.on("error", () => undefined);
  // A connection can also break between two statements of a transaction. An unhandled error would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    ...(isTracing() && { log: recordStatement }),
  });
  pools.set(db, pool);
  return db;
}

/** Returns true if the database is unreachable or full, false if the statement was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code !== "string")
    return /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(error.message);
  // Class 53: insufficient resources (disk full), 57P: operator intervention, 58: system error, 08: connection, 25P03: idle in a transaction.
  return (
    /^(08|53|57P|58|25P03)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOTFOUND", "ETIMEDOUT", "ENOSPC"].includes(code)
  );
}

/** Returns true if another row already has the same key. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === "23505";
}

/**
 * Returns true if a copied row violates a constraint: not null, foreign key or unique. Citus reports every error of a node during `COPY` as an internal
 * one, with its text.
 */
export function isCopyViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, routine } = error as { readonly code?: unknown; readonly routine?: unknown };
  return String(code).startsWith("23") || (code === "XX000" && routine === "ReportCopyError");
}

export async function isReachable(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}
