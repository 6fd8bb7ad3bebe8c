import { sql } from "kysely";
import type { TrendEventKind } from "@plumb/contract/trends/events.ts";
import type { Db } from "#store/db.ts";

export interface TrendEventRow {
  readonly id: number;
  readonly at: Date;
  readonly kind: TrendEventKind;
  readonly title: string;
  readonly url: string | null;
  readonly environment: string | null;
  readonly by: string | null;
}

const columns = sql.raw(`
  e.id, e.at, e.kind, e.title, e.url, e.environment, coalesce(u.display_name, u.name, u.username) as "by"`);

interface EventSelection {
  readonly from: Date;
  readonly until: Date;
  /** Empty for all environments. */
  readonly environments: readonly string[];
  readonly excludedEnvironments: readonly string[];
  readonly limit: number;
}

/** Returns the events in a period, latest first. Events that apply to all environments are always included. */
export async function trendEvents(
  db: Db,
  projectId: number,
  { from, until, environments, excludedEnvironments, limit }: EventSelection,
): Promise<{ events: TrendEventRow[]; total: number }> {
  const { rows } = await sql<TrendEventRow & { total: number }>`
    select ${columns}, (count(*) over ())::integer as total
      from trend_event e left join user_account u on u.id = e.by_user_id
     where e.project_id = ${projectId} and e.at >= ${from} and e.at < ${until}
       and (${environments.length === 0} or e.environment is null or e.environment = any(${[...environments]}::text[]))
       and (e.environment is null or e.environment <> all(${[...excludedEnvironments]}::text[]))
     order by e.at desc, e.id desc limit ${limit}
  `.execute(db);
  return { events: rows.map(({ total: _total, ...event }) => event), total: rows[0]?.total ?? 0 };
}

export async function insertTrendEvent(
  db: Db,
  projectId: number,
  event: Omit<TrendEventRow, "id" | "by"> & { readonly userId: number | null },
): Promise<TrendEventRow | undefined> {
  const { at, kind, title, url, environment, userId } = event;
  const { rows } = await sql<TrendEventRow>`
    with e as (
      insert into trend_event (project_id, at, kind, title, url, environment, by_user_id)
      values (${projectId}, ${at}, ${kind}, ${title}, ${url}, ${environment}, ${userId})
      returning *
    ) select ${columns} from e left join user_account u on u.id = e.by_user_id
  `.execute(db);
  return rows[0];
}

/** Returns false if the event does not exist. */
export async function deleteTrendEvent(db: Db, projectId: number, eventId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from trend_event where project_id = ${projectId} and id = ${eventId} returning id
  `.execute(db);
  return rows.length > 0;
}
