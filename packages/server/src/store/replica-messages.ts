import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Notification } from "pg";
import { type Db, onClient } from "./db.ts";

const channel = "plumb";
/** PostgreSQL rejects payloads of 8,000 bytes or more. */
export const maxPayloadBytes = 7900;
/** Interval of a statement that detects a broken connection. */
const checkMs = 20_000;
const retentionMinutes = 10;

/** Sends texts to all processes that listen to this database, including this one, in order. Longer ones are stored and sent by reference. */
export async function notifyReplicas(db: Db, bodies: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const payloads: string[] = [];
    for (const body of bodies)
      payloads.push(Buffer.byteLength(body) <= maxPayloadBytes ? body : await stored(transaction, body));
    await sql`
      select pg_notify(${channel}, payload)
      from unnest(${payloads}::text[]) with ordinality as sent (payload, position)
      order by position`.execute(transaction);
  });
}

export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return (rows[0] as { now: Date }).now;
}

/** Stores a text, deletes old ones, and returns the reference to it. */
async function stored(transaction: Db, body: string): Promise<string> {
  await sql`delete from replica_message where created_at < now() - make_interval(mins => ${retentionMinutes})`.execute(
    transaction,
  );
  const { rows } = await sql<{ id: number }>`
    insert into replica_message (body, created_at) values (${body}, now()) returning message_id as id`.execute(
    transaction,
  );
  return `#${rows[0]?.id}`;
}

/**
 * Listens on a separate connection until `stopped`.
 *
 * @param onListening Called when the connection listens. Earlier messages do not arrive.
 * @throws if the connection breaks.
 */
export async function listenToReplicas(
  db: Db,
  {
    onBody,
    onListening,
    stopped,
  }: { readonly onBody: (body: string) => void; readonly onListening: () => void; readonly stopped: AbortSignal },
): Promise<void> {
  await onClient(db, async (client) => {
    const broken = Promise.withResolvers<never>();
    const end = () => broken.reject(new Error("The connection that listens to other replicas ended."));
    let received = Promise.resolve();
    const receive = ({ payload = "" }: Notification) => {
      // Long texts are read one after the other, so that the order stays.
      received = received
        .then(async () => (payload.startsWith("#") ? await read(db, Number(payload.slice(1))) : payload))
        .then((body) => onBody(body), broken.reject);
    };
    client.on("end", end).on("error", broken.reject).on("notification", receive);
    try {
      await client.query(`listen ${channel}`);
      onListening();
      while (!stopped.aborted) {
        const pause = setTimeout(checkMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
        await Promise.race([pause, broken.promise]);
        await client.query(stopped.aborted ? `unlisten ${channel}` : "select 1");
      }
      await received;
    } finally {
      client.off("end", end).off("error", broken.reject).off("notification", receive);
    }
  });
}

/** @throws Error if the text was deleted before this process read it. */
async function read(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ body: string }>`select body from replica_message where message_id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("A message of another replica was deleted before it was read.");
  return row.body;
}
