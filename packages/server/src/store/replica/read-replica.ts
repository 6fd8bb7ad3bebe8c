import { Socket } from "node:net";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool, type PoolClient } from "pg";
import { type Db, describeServer } from "#store/db.ts";

/** A position in the write-ahead log, in bytes since its start. Grows with each change of the database. */
export type Position = number;

/** Newer than each replica. */
export const primaryPosition: Position = Number.POSITIVE_INFINITY;

/** The replica does not have everything that a read needs, so the read must be repeated on the primary. */
export class ReplicaBehind extends Error {
  constructor() {
    super("The read replica does not have these rows yet.");
  }
}

/** A connection that one read uses for all its statements: the address may lead to several replicas, and each has its own position. */
export interface ReplicaConnection {
  readonly db: Db;
  /** Everything up to here is visible on this connection. */
  readonly position: Position;
  /** Returns the connection to the pool, or closes it after an error that was not about a statement. */
  release(broken: boolean): void;
}

export interface ReadReplica extends AsyncDisposable {
  /** Host, port and name of the database. */
  readonly description: string;
  /** @throws Error if the server is unreachable, or is not a replica. */
  connect(): Promise<ReplicaConnection>;
  /** Breaks all connections, so that statements on a server that no longer responds end. */
  disconnect(): void;
}

/** Reads wait for a replica that does not respond, so this is short. */
const connectMs = 2000;
const connections = 16;

const positions = new WeakMap<Db, Position>();

/** Returns the position that a connection to a replica had reached before its read began; `primaryPosition` for the primary. */
export function replicaPosition(db: Db): Position {
  return positions.get(db) ?? primaryPosition;
}

/** Does not connect yet. `primary` is the database that the server must be a replica of. */
export function openReadReplica(url: string, primary: Db): ReadReplica {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    options: "-c jit=off",
    stream: () => {
      const socket = new Socket();
      sockets.add(socket.on("close", () => sockets.delete(socket)));
      return socket;
    },
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const databaseOf = new WeakMap<PoolClient, Db>();
  let cluster: string | undefined;
  return {
    description: describeServer(url),
    async connect() {
      const client = await pool.connect();
      try {
        const db = databaseOf.get(client) ?? onlyOn(client);
        databaseOf.set(client, db);
        cluster ??= (await serverState(primary)).cluster;
        const position = positionIn(await serverState(db), cluster);
        positions.set(db, position);
        return { db, position, release: (broken) => client.release(broken) };
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    disconnect() {
      for (const socket of sockets) socket.destroy();
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

/** Kept as long as the connection, because some queries cache results by database. */
function onlyOn(client: PoolClient): Db {
  // A read may run several statements in parallel.
  let last: Promise<unknown> = Promise.resolve();
  const query = (statement: string, values: unknown[]) => {
    const result = last.then(() => client.query(statement, values));
    last = result.catch(() => undefined);
    return result;
  };
  const lent = { query, release: () => undefined };
  const pool = { connect: () => Promise.resolve(lent), end: () => Promise.resolve(), options: {} };
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) });
}

interface ServerState {
  /** The same for a primary and its replicas. */
  readonly cluster: string;
  /** `null` for a primary. */
  readonly position: Position | null;
}

async function serverState(db: Db): Promise<ServerState> {
  const { rows } = await sql<ServerState>`
    select (select system_identifier::text from pg_control_system()) as cluster,
           case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint end as position
  `.execute(db);
  return rows[0] as ServerState;
}

/** @throws Error if the server is not a replica, for example after it has become the primary, or a replica of another server. */
function positionIn({ cluster, position }: ServerState, expected: string): Position {
  if (position === null)
    throw new Error("The server of DATABASE_READ_URL is not a streaming replica (pg_is_in_recovery() is false).");
  if (cluster !== expected)
    throw new Error("The server of DATABASE_READ_URL is a replica of another server than that of DATABASE_URL.");
  return position;
}
