import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, type Db, onClient } from "./db.ts";

/** First key of the advisory locks of live processes. */
const writerLocks = 4_600_002;

/** This process as the owner of unfinished uploads. */
export interface Writer extends AsyncDisposable {
  readonly id: number;
  /** Uploads of this process that failed and could not be rolled back because the database was unreachable. */
  readonly givenUpSources: Set<number>;
  /** Uploads of this process whose outcome could not be stored because the database was unreachable. */
  readonly givenUpUploads: Set<number>;
  /** Returns false if the process with this id no longer exists; its unfinished uploads can then be rolled back. */
  isAlive(db: Db, id: number): Promise<boolean>;
}

/**
 * Registers this process. On PostgreSQL, it holds an advisory lock on its own connection, which the server releases when the process ends. In the
 * embedded database, all connections share a session and the folder has one process, so any other id belongs to a dead process.
 */
export async function announceWriter({ db, embedded }: Pick<Database, "db" | "embedded">): Promise<Writer> {
  const id = randomInt(1, 2 ** 31 - 1);
  if (embedded) {
    return {
      id,
      givenUpSources: new Set(),
      givenUpUploads: new Set(),
      isAlive: async (_db, other) => other === id,
      [Symbol.asyncDispose]: async () => undefined,
    };
  }
  const stopped = new AbortController();
  const held = Promise.withResolvers<void>();
  const holding = holdLock(db, id, stopped.signal, held.resolve);
  holding.catch(held.reject);
  await held.promise;
  return {
    id,
    givenUpSources: new Set(),
    givenUpUploads: new Set(),
    async isAlive(database, other) {
      if (other === id) return true;
      const { rows } = await sql<{
        free: boolean;
      }>`select pg_try_advisory_xact_lock(${writerLocks}, ${other}) as free`.execute(database);
      return rows[0]?.free === false;
    },
    async [Symbol.asyncDispose]() {
      stopped.abort();
      await holding;
    },
  };
}

/** Returns the number of live servers that use a PostgreSQL database. */
export async function liveServers(db: Db): Promise<number> {
  const { rows } = await sql<{ servers: number }>`
    select count(*)::integer as servers from pg_locks
     where locktype = 'advisory' and classid = ${writerLocks} and granted
       and database = (select oid from pg_database where datname = current_database())
  `.execute(db);
  return rows[0]?.servers ?? 0;
}

const checkMs = 20_000;
const retryMs = 200;
/** After 20 seconds, PostgreSQL ends the connection of a machine that does not respond, which releases the lock. */
const keepAlive = "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

/** Holds the lock until `stopped`. If the connection breaks, acquires the lock again on a new connection immediately. */
async function holdLock(db: Db, id: number, stopped: AbortSignal, held: () => void): Promise<void> {
  let everHeld = false;
  while (!stopped.aborted) {
    try {
      await onClient(db, async (client) => {
        const broken = Promise.withResolvers<never>();
        broken.promise.catch(() => undefined);
        const end = () => broken.reject(new Error("The connection that holds the lock of this process ended."));
        client.on("end", end).on("error", broken.reject);
        try {
          // Not every operating system supports all of them.
          await client.query(keepAlive).catch(() => undefined);
          await client.query("select pg_advisory_lock($1, $2)", [writerLocks, id]);
          everHeld = true;
          held();
          while (!stopped.aborted) {
            const pause = setTimeout(checkMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
            await Promise.race([pause, broken.promise]);
            await client.query("select 1");
          }
          await client.query("select pg_advisory_unlock($1, $2)", [writerLocks, id]);
        } finally {
          client.off("end", end).off("error", broken.reject);
        }
      });
    } catch (error) {
      if (!everHeld) throw error;
      await setTimeout(retryMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
    }
  }
}
