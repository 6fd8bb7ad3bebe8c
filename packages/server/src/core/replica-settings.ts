import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import { databaseTime } from "#store/replica-messages.ts";
import type { Db } from "#store/db.ts";

/** Larger differences between clocks are reported. Links, sessions and schedules depend on the time. */
const maxClockDifferenceMs = 5000;

/** Settings that replicas must have in common. */
export interface ReplicaSettings {
  readonly secret: string;
  readonly version: string;
}

/** Settings of a replica in a form that it sends to the others. */
export interface Introduction {
  /** Short, so that the secret cannot be found from it. */
  readonly secret: string;
  readonly version: string;
  /** Milliseconds by which its clock is ahead of that of the database. */
  readonly aheadMs: number;
  /** Id of the process whose introduction this responds to; `null` for all processes. */
  readonly to: number | null;
}

/** Introduces this process to the other replicas. */
export async function introduction(
  db: Db,
  { secret, version }: ReplicaSettings,
  clock: () => Date,
  to: number | null,
): Promise<Introduction> {
  const before = clock().getTime();
  const there = await databaseTime(db);
  const here = (before + clock().getTime()) / 2;
  const fingerprint = createHmac("sha256", secret).update("replica").digest("hex").slice(0, 8);
  return { secret: fingerprint, version, aheadMs: Math.round(here - there.getTime()), to };
}

/** Logs the differences to another replica. */
export function reportDifferences(log: Logger, own: Introduction, other: Introduction): void {
  if (other.secret !== own.secret)
    log.warn(
      "Another server on this database has a different PLUMB_SECRET: links and stored secrets of one are not valid on the other. Set the same PLUMB_SECRET on all.",
    );
  if (other.version !== own.version)
    log.warn(
      `Another server on this database has version ${other.version}, and this one has ${own.version}. This is normal during an update; otherwise update all of them.`,
    );
  const seconds = Math.round(Math.abs(other.aheadMs - own.aheadMs) / 1000);
  if (seconds * 1000 > maxClockDifferenceMs)
    log.warn(
      `The clock of another server on this database differs by ${seconds} seconds. Synchronise the clocks: links, sessions and schedules depend on them.`,
    );
}
