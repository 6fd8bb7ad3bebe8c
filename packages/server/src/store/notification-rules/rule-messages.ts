import { dayMs } from "@plumb/contract/durations.ts";
import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import { sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

interface Rule {
  readonly projectId: number;
  readonly id: number;
}

/** How long message keys are stored, so that a repeated event is not sent again. */
const rememberedDays = 60;

/** Locks a rule, so that two servers cannot both be within its limit. Returns false if it was deleted. */
export async function lockRule(transaction: Db, { projectId, id }: Rule): Promise<boolean> {
  const { rows } = await sql`
    select 1 from notification_rule where project_id = ${projectId} and id = ${id} for no key update
  `.execute(transaction);
  return rows.length > 0;
}

/** Returns the times of the last messages of a rule since `since`, oldest first. */
export async function sentSince(transaction: Db, { projectId, id }: Rule, since: Date): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from rule_message
     where project_id = ${projectId} and rule_id = ${id} and created_at > ${since} and counts order by created_at
  `.execute(transaction);
  return rows.map(({ at }) => at);
}

/** Returns the keys whose messages have been neither sent nor withheld. The rule is locked. */
export async function newKeys(transaction: Db, { projectId, id }: Rule, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select given.key from unnest(${texts(keys)}::text[]) as given (key)
     where not exists (select from rule_message m where m.project_id = ${projectId} and m.rule_id = ${id} and m.key = given.key)
       and not exists (select from withheld_message w where w.project_id = ${projectId} and w.rule_id = ${id} and w.key = given.key)
  `.execute(transaction);
  return new Set(rows.map(({ key }) => key));
}

/** Records that messages are sent. The rule is locked, and the keys are new. */
export async function rememberSent(
  transaction: Db,
  { projectId, id }: Rule,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into rule_message (project_id, rule_id, key, created_at)
    select ${projectId}, ${id}, key, ${now} from unnest(${texts(keys)}::text[]) as given (key)
  `.execute(transaction);
}

export interface Held {
  readonly key: string;
  readonly event: RuleEvent;
  readonly title: string;
  readonly url: string;
  readonly sendAt: Date;
}

/** Stores withheld messages for a later summary, in order. The rule is locked, and the keys are new. */
export async function withhold(
  transaction: Db,
  { projectId, id }: Rule,
  { messages, runId, now }: { messages: readonly Held[]; runId: number | null; now: Date },
): Promise<void> {
  await sql`
    insert into withheld_message (project_id, rule_id, key, event, title, url, run_id, created_at, send_at)
    select ${projectId}, ${id}, key, event, title, url, ${runId}::bigint, ${now}, send_at
      from rows from (jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as (key text, event text, title text, url text, "sendAt" timestamptz))
           with ordinality as given (key, event, title, url, send_at, place)
     order by place
  `.execute(transaction);
}

export interface HeldMessage {
  readonly id: number;
  readonly key: string;
  readonly event: RuleEvent;
  readonly title: string;
  readonly url: string;
}

/** Maximum number of withheld messages per summary. The rest follow in the next one. */
const perSum = 1000;

/** Removes the oldest withheld messages of a rule and returns them, oldest first. Their keys count as sent, but not towards the limit. */
export async function takeHeld(transaction: Db, { projectId, id }: Rule, now: Date): Promise<HeldMessage[]> {
  const { rows } = await sql<HeldMessage>`
    with taken as (
      delete from withheld_message w
       where w.project_id = ${projectId} and w.id in (
         select id from withheld_message where project_id = ${projectId} and rule_id = ${id} order by id limit ${perSum})
      returning id, key, event, title, url
    ), remembered as (
      insert into rule_message (project_id, rule_id, key, created_at, counts)
      select ${projectId}, ${id}, key, ${now}, false from taken on conflict do nothing
    )
    select id, key, event, title, url from taken order by id
  `.execute(transaction);
  return rows;
}

/** Returns the enabled rules whose withheld messages are due. Messages of other rules wait until the rules are enabled again. */
export async function rulesToSumUp(db: Db, now: Date): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select w.project_id as "projectId", w.rule_id as id
      from withheld_message w
      join notification_rule u on u.project_id = w.project_id and u.id = w.rule_id and u.enabled
      join binding b on b.project_id = u.project_id and b.id = u.binding_id and b.enabled
     group by w.project_id, w.rule_id having min(w.send_at) <= ${now} order by 1, 2
  `.execute(db);
  return rows;
}

export async function forgetOldMessages(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - rememberedDays * dayMs);
  await sql`delete from rule_message where created_at < ${before}`.execute(db);
}
