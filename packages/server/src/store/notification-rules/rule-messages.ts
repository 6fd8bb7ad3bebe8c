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

/** A key whose message was sent or withheld. */
export interface SentKey {
  /** Run that it belongs to. */
  readonly runId: number | null;
  readonly isHeld: boolean;
}

/** Returns which of these keys were sent or withheld. The rule is locked. */
export async function sentKeys(
  transaction: Db,
  { projectId, id }: Rule,
  keys: readonly string[],
): Promise<ReadonlyMap<string, SentKey>> {
  const { rows } = await sql<SentKey & { key: string }>`
    select m.key, m.run_id as "runId", false as "isHeld" from rule_message m
     where m.project_id = ${projectId} and m.rule_id = ${id} and m.key = any(${texts(keys)}::text[])
    union all
    select w.key, w.run_id, true from withheld_message w
     where w.project_id = ${projectId} and w.rule_id = ${id} and w.key = any(${texts(keys)}::text[])
  `.execute(transaction);
  return new Map(rows.map(({ key, ...sent }) => [key, sent]));
}

/** A key that is recorded, and whether its message counts towards the limit. */
interface RecordedKey {
  readonly key: string;
  readonly counts: boolean;
  /** Hash of the content of a message that is edited when its run changes. */
  readonly contentHash: string | null;
}

/** Records that messages are sent, and causes announced. The rule is locked. A key that was recorded before is not changed. */
export async function rememberSent(
  transaction: Db,
  { projectId, id }: Rule,
  { keys, runId, now }: { keys: readonly RecordedKey[]; runId: number | null; now: Date },
): Promise<void> {
  await sql`
    insert into rule_message (project_id, rule_id, key, created_at, counts, run_id, content_hash)
    select ${projectId}, ${id}, key, ${now}, counts, ${runId}::bigint, "contentHash"
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as given (key text, counts boolean, "contentHash" text)
        on conflict do nothing
  `.execute(transaction);
}

/** The latest message of a rule about a run, which is edited when the run changes. */
export interface RunPost {
  readonly key: string;
  readonly contentHash: string;
  readonly edits: number;
}

/** Returns `null` if the rule has sent none. The rule is locked. */
export async function postOfRun(transaction: Db, { projectId, id }: Rule, runId: number): Promise<RunPost | null> {
  const { rows } = await sql<RunPost>`
    select key, content_hash as "contentHash", edits from rule_message
     where project_id = ${projectId} and rule_id = ${id} and run_id = ${runId} and content_hash is not null
     order by created_at desc, key limit 1
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Records that an edit of a message is queued. Returns the number of its edits, including this one. */
export async function rememberEdit(
  transaction: Db,
  { projectId, id }: Rule,
  { key, contentHash }: Pick<RunPost, "contentHash" | "key">,
): Promise<number> {
  const { rows } = await sql<{ edits: number }>`
    update rule_message set content_hash = ${contentHash}, edits = edits + 1
     where project_id = ${projectId} and rule_id = ${id} and key = ${key}
    returning edits
  `.execute(transaction);
  return rows[0]?.edits ?? 0;
}

export interface Held {
  readonly key: string;
  readonly event: RuleEvent;
  readonly title: string;
  readonly url: string;
  /** Subjects such as `cause:5`. */
  readonly subjects: readonly string[];
  readonly sendAt: Date;
}

/** Stores withheld messages for a later summary, in order. The rule is locked, and the keys are new. */
export async function withhold(
  transaction: Db,
  { projectId, id }: Rule,
  { messages, runId, now }: { messages: readonly Held[]; runId: number | null; now: Date },
): Promise<void> {
  await sql`
    insert into withheld_message (project_id, rule_id, key, event, title, url, subjects, run_id, created_at, send_at)
    select ${projectId}, ${id}, key, event, title, url, subjects, ${runId}::bigint, ${now}, send_at
      from rows from (jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
                        as (key text, event text, title text, url text, subjects text[], "sendAt" timestamptz))
           with ordinality as given (key, event, title, url, subjects, send_at, place)
     order by place
  `.execute(transaction);
}

/** Changes the title of a withheld message, because its run has changed. */
export async function retitleHeld(
  transaction: Db,
  { projectId, id }: Rule,
  { key, title }: Pick<Held, "key" | "title">,
): Promise<void> {
  await sql`
    update withheld_message set title = ${title} where project_id = ${projectId} and rule_id = ${id} and key = ${key} and title <> ${title}
  `.execute(transaction);
}

export interface HeldMessage extends Pick<Held, "event" | "key" | "subjects" | "title" | "url"> {
  readonly id: number;
  readonly runId: number | null;
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
      returning id, key, event, title, url, subjects, run_id
    ), remembered as (
      insert into rule_message (project_id, rule_id, key, created_at, counts, run_id)
      select ${projectId}, ${id}, key, ${now}, false, run_id from taken on conflict do nothing
    )
    select id, key, event, title, url, subjects, run_id as "runId" from taken order by id
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
