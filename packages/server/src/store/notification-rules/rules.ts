import type { QuietHours, RuleConditions, RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { lockProject } from "#store/projects/lock-project.ts";

/** Rule settings that determine which messages are sent. */
export interface RuleFilter {
  readonly events: readonly RuleEvent[];
  readonly conditions: RuleConditions;
  readonly maxPerHour: number;
  readonly quiet: QuietHours | null;
}

export interface RuleRow extends RuleFilter {
  readonly projectId: number;
  readonly id: number;
  readonly bindingId: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly lastSentAt: Date | null;
  /** Of the binding. */
  readonly connectorType: ConnectorId;
  readonly channel: string;
  readonly channelSettings: Readonly<Record<string, string>>;
  readonly bindingEnabled: boolean;
}

const select = sql.raw(`
  select u.project_id as "projectId", u.id, u.binding_id as "bindingId", u.name, u.events,
         -- Rules that were stored before this condition existed do not have it.
         '{"priority": []}'::jsonb || u.conditions as conditions, u.max_per_hour as "maxPerHour",
         u.quiet, u.enabled, u.created_at as "createdAt", b.connector_type as "connectorType", b.name as channel, b.settings as "channelSettings", b.enabled as "bindingEnabled",
         (select max(m.created_at) from rule_message m where m.project_id = u.project_id and m.rule_id = u.id) as "lastSentAt"
    from notification_rule u join binding b on b.project_id = u.project_id and b.id = u.binding_id`);

/** Oldest first. */
export async function rulesOf(db: Db, projectId: number): Promise<RuleRow[]> {
  return (await sql<RuleRow>`${select} where u.project_id = ${projectId} order by u.id`.execute(db)).rows;
}

/** Returns the enabled rules of a project. */
export async function listeningRules(db: Db, projectId: number): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    ${select} where u.project_id = ${projectId} and u.enabled and b.enabled order by u.id
  `.execute(db);
  return rows;
}

/** Returns the enabled rules of all projects with at least one of the events. */
export async function rulesWithEvents(db: Db, events: readonly RuleEvent[]): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    ${select} where u.enabled and b.enabled and u.events && ${[...events]}::text[] order by u.project_id, u.id
  `.execute(db);
  return rows;
}

export async function ruleById(db: Db, projectId: number, id: number): Promise<RuleRow | null> {
  const { rows } = await sql<RuleRow>`${select} where u.project_id = ${projectId} and u.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export interface StoredRule extends RuleFilter {
  readonly bindingId: number;
  readonly name: string;
}

/** Returns `full` if the project has `max` rules already, `no-project` if it is being deleted. */
export async function createRule(
  transaction: Db,
  projectId: number,
  input: StoredRule & { readonly createdBy: number; readonly createdAt: Date },
  max: number,
): Promise<RuleRow | "full" | "no-project"> {
  // Concurrent requests cannot exceed the maximum.
  if (!(await lockProject(transaction, projectId))) return "no-project";
  if ((await rulesOf(transaction, projectId)).length >= max) return "full";
  const { rows } = await sql<{ id: number }>`
    insert into notification_rule (project_id, binding_id, name, events, conditions, max_per_hour, quiet, created_by, created_at)
    values (${projectId}, ${input.bindingId}, ${input.name}, ${[...input.events]}, ${JSON.stringify(input.conditions)}::jsonb,
            ${input.maxPerHour}, ${input.quiet && JSON.stringify(input.quiet)}::jsonb, ${input.createdBy}, ${input.createdAt})
    returning id
  `.execute(transaction);
  return (await ruleById(transaction, projectId, (rows[0] as { id: number }).id)) as RuleRow;
}

/** Returns `null` if the rule does not exist. */
export async function updateRule(
  transaction: Db,
  { projectId, id }: { projectId: number; id: number },
  input: StoredRule & { readonly enabled: boolean },
): Promise<RuleRow | null> {
  await sql`
    update notification_rule
       set binding_id = ${input.bindingId}, name = ${input.name}, events = ${[...input.events]}, conditions = ${JSON.stringify(input.conditions)}::jsonb,
           max_per_hour = ${input.maxPerHour}, quiet = ${input.quiet && JSON.stringify(input.quiet)}::jsonb, enabled = ${input.enabled}
     where project_id = ${projectId} and id = ${id}
  `.execute(transaction);
  return ruleById(transaction, projectId, id);
}

export async function deleteRule(transaction: Db, projectId: number, id: number): Promise<void> {
  await sql`delete from notification_rule where project_id = ${projectId} and id = ${id}`.execute(transaction);
}
