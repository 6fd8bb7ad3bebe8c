import { Kysely, PostgresDialect, sql } from "kysely";
import { type ClientBase, Pool, types } from "pg";
import { openEmbedded } from "#store/embedded/embedded.ts";
import type { Rank } from "#store/embedded/protocol.ts";

/** Kysely without table types: every statement is SQL by its `sql` tag, with its row type next to it. */
export type Db = Kysely<unknown>;

// Ids stay far below 2^53, and counts do too.
types.setTypeParser(types.builtins.INT8, Number);

export interface Database extends AsyncDisposable {
  readonly db: Db;
  /** The same for what reports to the server: its statements let those of people by where all of them share one session. */
  readonly ingestDb: Db;
  /** The same for jobs, whose statements let both by. */
  readonly backgroundDb: Db;
  /** For people: `embedded PostgreSQL 18 in …` or the host and name of the server. Never a password. */
  readonly description: string;
  readonly embedded: boolean;
}

/** Opens `url`, or the embedded database in `folder` (null: in memory) if there is no url. */
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
    // Compiling a statement takes longer than running it: most here take milliseconds, and the planner overrates large tables.
    pool.on("connect", (client) => void client.query("set jit = off").catch(() => undefined));
    const { hostname, port, pathname } = new URL(options.url);
    const db = over(pool);
    return {
      db,
      ingestDb: db,
      backgroundDb: db,
      description: `PostgreSQL at ${hostname}:${port === "" ? "5432" : port}${pathname}`,
      embedded: false,
      [Symbol.asyncDispose]: () => db.destroy(),
    };
  }
  const embedded = await openEmbedded(options.folder);
  // Statements run one at a time in there: more connections would only wait in line.
  const pool = (rank: Rank) =>
    new Pool({
      max: options.connections ?? 8,
      stream: () => embedded.connect(rank),
      user: "postgres",
      database: "postgres",
    });
  const place = options.folder === null ? "in memory" : `in ${options.folder}`;
  const db = over(pool("people"));
  const ingestDb = over(pool("reports"));
  const backgroundDb = over(pool("jobs"));
  return {
    db,
    ingestDb,
    backgroundDb,
    description: `embedded PostgreSQL ${place}`,
    embedded: true,
    async [Symbol.asyncDispose]() {
      await Promise.all([db, ingestDb, backgroundDb].map((one) => one.destroy()));
      await embedded.close();
    },
  };
}

const pools = new WeakMap<Db, Pool>();

/**
 * Checks a connection out of the pool, for queries that Kysely does not support (`pipeline.ts`).
 *
 * @param db Must not be a transaction.
 * @param work Receives the client of the driver, and a database on the same connection for transactions.
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
  // The same for one that breaks between two statements of a transaction: unheard, it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return db;
}

/** True for errors that mean the database is away or full, not that the statement was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code !== "string")
    return /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(error.message);
  // Class 53: insufficient resources (disk full), 57P: operator intervention, 58: system error, 08: connection.
  return (
    /^(08|53|57P|58)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOTFOUND", "ETIMEDOUT", "ENOSPC"].includes(code)
  );
}

/** True if a row was refused because another one has its key. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === "23505";
}

/** True if a row was refused because of its values or existing rows: a not-null column, a reference, a key. */
export function isConstraintViolation(error: unknown): boolean {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith("23");
}

export async function isReachable(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}
