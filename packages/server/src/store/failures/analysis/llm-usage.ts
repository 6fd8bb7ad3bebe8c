import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";

export interface UsedTokens {
  readonly requests: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Tokens reserved by running requests. Reservations of a crashed server count until the end of the day. */
  readonly reserved: number;
}

/** `2030-01-31` in UTC. Budgets reset at midnight UTC. */
export function usageDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

export async function usedOn(db: Db, day: string): Promise<UsedTokens> {
  const { rows } = await sql<UsedTokens>`
    select requests, tokens_in as "tokensIn", tokens_out as "tokensOut", reserved from llm_usage where day = ${day}::date
  `.execute(db);
  return rows[0] ?? { requests: 0, tokensIn: 0, tokensOut: 0, reserved: 0 };
}

/** Token budget of a day. */
export interface TokenBudget {
  readonly perDay: number;
  /** Share that a single project may use, in percent. If the server has only one project, it may use the whole budget. */
  readonly projectPercent: number;
}

interface Reservation {
  readonly day: string;
  readonly tokens: number;
  /** `null` for a request that belongs to no project. */
  readonly projectId: number | null;
}

/**
 * Reserves tokens for a request, so that concurrent requests do not exceed the budget together. If too few are left, reserves nothing and returns
 * which limit was reached.
 */
export async function reserveTokens(
  db: Db,
  { day, tokens, projectId }: Reservation,
  { perDay, projectPercent }: TokenBudget,
): Promise<"reserved" | "budget" | "share"> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await sql`
      insert into llm_usage as used (day, reserved)
      select ${day}::date, ${tokens}::bigint where ${tokens}::bigint <= ${perDay}::bigint
      on conflict (day) do update set reserved = used.reserved + excluded.reserved
       where used.tokens_in + used.tokens_out + used.reserved + excluded.reserved <= ${perDay}::bigint
      returning 1
    `.execute(transaction);
    if (rows.length === 0) return "budget";
    if (projectId === null) return "reserved";
    const { rows: others } = await sql`
      select from project where status <> 'deleting' and id <> ${projectId} limit 1
    `.execute(transaction);
    const share = others.length > 0 ? Math.floor((perDay * projectPercent) / 100) : perDay;
    const { rows: own } = await sql<{ usedUp: boolean }>`
      insert into llm_project_usage as own (project_id, day, tokens, used_up)
      values (${projectId}, ${day}::date, case when ${tokens}::bigint > ${share}::bigint then 0 else ${tokens}::bigint end,
              ${tokens}::bigint > ${share}::bigint)
      on conflict (project_id, day) do update
         set used_up = own.tokens + ${tokens}::bigint > ${share}::bigint,
             tokens = case when own.tokens + ${tokens}::bigint > ${share}::bigint then own.tokens else own.tokens + ${tokens}::bigint end
      returning used_up as "usedUp"
    `.execute(transaction);
    if (own[0]?.usedUp !== true) return "reserved";
    await sql`
      update llm_usage set reserved = reserved - ${tokens}::bigint where day = ${day}::date
    `.execute(transaction);
    return "share";
  });
}

/** Replaces a request's reservation by the tokens that it used. */
export async function settleTokens(
  db: Db,
  { day, tokens, projectId }: Reservation,
  { tokensIn, tokensOut }: Pick<UsedTokens, "tokensIn" | "tokensOut">,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (projectId !== null)
      await sql`
        update llm_project_usage set tokens = tokens - ${tokens}::bigint + ${tokensIn + tokensOut}::bigint
         where project_id = ${projectId} and day = ${day}::date
      `.execute(transaction);
    await sql`
      update llm_usage
         set reserved = reserved - ${tokens}::bigint, requests = requests + 1,
             tokens_in = tokens_in + ${tokensIn}::bigint, tokens_out = tokens_out + ${tokensOut}::bigint
       where day = ${day}::date
    `.execute(transaction);
  });
}

/** Returns the names of projects whose daily share was too small for a request, sorted by name. */
export async function projectsWithoutShare(db: Db, day: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select p.name from llm_project_usage u join project p on p.id = u.project_id
     where u.day = ${day}::date and u.used_up and p.status <> 'deleting'
     order by lower(p.name), p.id limit ${limit}
  `.execute(db);
  return rows.map(({ name }) => name);
}

export async function deleteOldProjectUsage(db: Db, before: string): Promise<void> {
  await sql`delete from llm_project_usage where day < ${before}::date`.execute(db);
}
