import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { mailDestination, ofDestination } from "./destinations.ts";

/** An account of the server whose connections stopped working. */
export interface StoppedAccount {
  readonly type: ConnectorId;
  readonly problem: string;
  readonly connections: number;
  readonly projects: number;
}

/** The connections of an account in all projects. */
interface Connections {
  readonly accountId: number;
  /** Broken ones, and their projects. */
  readonly connections: number;
  readonly projects: number;
  /** Latest problem, and since when. */
  readonly problem: string | null;
  readonly brokenSince: Date | null;
  readonly workingSince: Date | null;
}

async function connectionsOf(db: Db, accountIds: readonly number[]): Promise<Map<number, Connections>> {
  if (accountIds.length === 0) return new Map();
  const { rows } = await sql<Connections>`
    select b.connector_id as "accountId", count(t.broken_since)::integer as connections,
           count(distinct case when t.broken_since is not null then b.project_id end)::integer as projects,
           (array_agg(coalesce(t.problem, b.read_problem) order by t.broken_since desc)
              filter (where t.broken_since is not null and coalesce(t.problem, b.read_problem) is not null))[1] as problem,
           max(t.broken_since) as "brokenSince", max(greatest(t.last_success_at, b.read_working_since)) as "workingSince"
      from binding b
      join outbox_destination t on t.project_id = b.project_id and t.kind = b.offer and t.target_id = b.id
     where b.connector_id = any(${numbers(accountIds)}::bigint[])
     group by b.connector_id
  `.execute(db);
  return new Map(rows.map((row) => [row.accountId, row]));
}

function worksSince(since: Date | null, { workingSince }: Connections): boolean {
  return since !== null && workingSince !== null && workingSince >= since;
}

async function isMailBroken(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from outbox_destination t where ${ofDestination(mailDestination, "t")} and t.broken_since is not null
  `.execute(db);
  return rows.length > 0;
}

/**
 * Marks the accounts of the server with broken connections, and without any that has worked since, and returns them. The email account is left out
 * while emails to users are broken, because they have a separate notification.
 */
export async function takeStoppedAccounts(transaction: Db): Promise<StoppedAccount[]> {
  const { rows: accounts } = await sql<{ id: number; type: ConnectorId }>`
    select id, type from connector where project_id is null and broken_since is null order by id for no key update
  `.execute(transaction);
  const found = await connectionsOf(
    transaction,
    accounts.map(({ id }) => id),
  );
  const mailIsBroken = await isMailBroken(transaction);
  const stopped = accounts.flatMap(({ id, type }) => {
    const own = found.get(id);
    if (own === undefined || own.problem === null || worksSince(own.brokenSince, own)) return [];
    return type === "email" && mailIsBroken ? [] : [{ ...own, type, problem: own.problem }];
  });
  for (const { accountId, brokenSince } of stopped)
    await sql`update connector set broken_since = ${brokenSince} where id = ${accountId}`.execute(transaction);
  return stopped.map(({ type, problem, connections, projects }) => ({ type, problem, connections, projects }));
}

/** Marks the accounts that no longer have broken connections, and returns those of which one has worked since. */
export async function takeRecoveredAccounts(transaction: Db): Promise<ConnectorId[]> {
  const { rows: accounts } = await sql<{ id: number; type: ConnectorId; brokenSince: Date }>`
    select id, type, broken_since as "brokenSince" from connector
     where broken_since is not null order by id for no key update
  `.execute(transaction);
  const found = await connectionsOf(
    transaction,
    accounts.map(({ id }) => id),
  );
  const ended = accounts.filter(({ id }) => (found.get(id)?.connections ?? 0) === 0);
  await sql`
    update connector set broken_since = null where id = any(${numbers(ended.map(({ id }) => id))}::bigint[])
  `.execute(transaction);
  return ended.flatMap(({ id, type, brokenSince }) => {
    const own = found.get(id);
    return own !== undefined && worksSince(brokenSince, own) ? [type] : [];
  });
}
