import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { mailDestination } from "./destinations.ts";

/** An account of the server whose connections stopped working. */
export interface StoppedAccount {
  readonly type: ConnectorId;
  readonly problem: string;
  readonly connections: number;
  readonly projects: number;
}

const broken = sql.raw(`
  select b.project_id, t.broken_since, coalesce(t.problem, b.read_problem) as problem
    from binding b
    join outbox_destination t on t.project_id = b.project_id and t.kind = b.offer and t.target_id = b.id
   where b.connector_id = c.id and t.broken_since is not null`);

function worksSince(time: string) {
  return sql`exists (
    select from binding b
      join outbox_destination t on t.project_id = b.project_id and t.kind = b.offer and t.target_id = b.id
     where b.connector_id = c.id and greatest(t.last_success_at, b.read_working_since) >= ${sql.raw(time)})`;
}

/**
 * Marks the accounts of the server with broken connections, and without any that has worked since, and returns them. The email account is left out
 * while emails to users are broken, because they have a separate notification.
 */
export async function takeStoppedAccounts(transaction: Db): Promise<StoppedAccount[]> {
  const { projectId, kind, targetId } = mailDestination;
  const { rows } = await sql<StoppedAccount>`
    with stopped as (
      select c.id, found.* from connector c
       cross join lateral (
         select count(*) as connections, count(distinct project_id) as projects, max(broken_since) as since,
                (array_agg(problem order by broken_since desc) filter (where problem is not null))[1] as problem
           from (${broken}) each) found
       where c.project_id is null and c.broken_since is null and found.problem is not null and not ${worksSince("found.since")}
         and not (c.type = 'email' and exists (
           select from outbox_destination m
            where m.project_id = ${projectId} and m.kind = ${kind} and m.target_id = ${targetId} and m.broken_since is not null))
         for no key update of c
    )
    update connector c set broken_since = s.since from stopped s where c.id = s.id
    returning c.type, s.problem, s.connections, s.projects
  `.execute(transaction);
  return rows;
}

/** Marks the accounts that no longer have broken connections, and returns those of which one has worked since. */
export async function takeRecoveredAccounts(transaction: Db): Promise<ConnectorId[]> {
  const { rows } = await sql<{ type: ConnectorId; works: boolean }>`
    with ended as (
      select c.id, ${worksSince("c.broken_since")} as works from connector c
       where c.broken_since is not null and not exists (${broken})
         for no key update of c
    )
    update connector c set broken_since = null from ended e where c.id = e.id
    returning c.type, e.works
  `.execute(transaction);
  return rows.flatMap(({ type, works }) => (works ? type : []));
}
