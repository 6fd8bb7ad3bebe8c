import { sql } from "kysely";
import type { Db } from "#store/db.ts";

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

/**
 * Sets tokens aside for a request, in one statement, so that several at once do not overrun the budget together. False, and
 * nothing is set aside, where they are more than is left.
 */
export async function reserveTokens(db: Db, day: string, tokens: number, perDay: number): Promise<boolean> {
  const { rows } = await sql`
    insert into llm_usage as used (day, reserved)
    select ${day}::date, ${tokens}::bigint where ${tokens}::bigint <= ${perDay}::bigint
    on conflict (day) do update set reserved = used.reserved + excluded.reserved
     where used.tokens_in + used.tokens_out + used.reserved + excluded.reserved <= ${perDay}::bigint
    returning 1
  `.execute(db);
  return rows.length > 0;
}

/** Counts what a request took in place of what was set aside for it. */
export async function settleTokens(
  db: Db,
  day: string,
  reserved: number,
  { tokensIn, tokensOut }: Pick<UsedTokens, "tokensIn" | "tokensOut">,
): Promise<void> {
  await sql`
    update llm_usage
       set reserved = reserved - ${reserved}::bigint, requests = requests + 1,
           tokens_in = tokens_in + ${tokensIn}::bigint, tokens_out = tokens_out + ${tokensOut}::bigint
     where day = ${day}::date
  `.execute(db);
}
