import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Larger numbers are not counted, so that the cost of a scrape is bounded. */
export const maxCounted = 10_000;

export interface JobMetric {
  readonly kind: string;
  readonly state: "failed" | "queued" | "running";
  /** At most `maxCounted` in all. */
  readonly jobs: number;
  /** How long the oldest queued job has been due; 0 if none is. */
  readonly overdueSeconds: number;
}

/** Jobs of all servers by kind and state. */
export async function jobMetrics(db: Db, now: Date): Promise<JobMetric[]> {
  const { rows } = await sql<JobMetric>`
    select kind, state, count(*)::integer as jobs,
           greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(due_at) filter (where state = 'queued')), 0))::float8 as "overdueSeconds"
      from (select kind, state, due_at from job order by state, due_at, id limit ${maxCounted}) j
     group by kind, state order by kind, state
  `.execute(db);
  return rows;
}

export interface DeliveryMetric {
  readonly kind: string;
  readonly status: "failed" | "pending";
  /** At most `maxCounted` per status. */
  readonly deliveries: number;
  readonly oldestSeconds: number;
}

/** Deliveries to other services that wait, or that failed and were neither sent again nor dismissed. */
export async function deliveryMetrics(db: Db, now: Date): Promise<DeliveryMetric[]> {
  const { rows } = await sql<DeliveryMetric>`
    select kind, status, count(*)::integer as deliveries,
           greatest(0, extract(epoch from ${now}::timestamptz - min(created_at)))::float8 as "oldestSeconds"
      from ((select kind, status, created_at from outbox_delivery where status = 'pending' limit ${maxCounted})
             union all
            (select kind, status, created_at from outbox_delivery where status = 'failed' and settled_at is null limit ${maxCounted})) d
     group by kind, status order by kind, status
  `.execute(db);
  return rows;
}

export interface Totals {
  /** Runs that were received since the server was set up, also of deleted reports. */
  readonly runs: number;
  /** Results of ended runs, also of deleted reports. */
  readonly results: number;
  readonly storedBytes: number;
}

/** Reads one row per project, and one per project and day. */
export async function totals(db: Db): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select (select coalesce(sum(last_number), 0) from run_counter)::float8 as runs,
           (select coalesce(sum(total), 0) from run_day)::float8 as results,
           (select coalesce(sum(used_bytes), 0) from project_storage)::float8 as "storedBytes"
  `.execute(db);
  return rows[0] ?? { runs: 0, results: 0, storedBytes: 0 };
}
