import { minuteMs } from "@plumb/contract/durations.ts";
import type { AuditEvent } from "@plumb/contract/administration/audit.ts";
import type { AgentKey } from "@plumb/contract/projects/api-keys.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** User, address and time of an action. */
export interface Actor {
  readonly id: number | null;
  readonly email: string;
  readonly address: string;
  readonly now: Date;
  /** The agent that acts for the user. */
  readonly agent?: AgentKey;
}

export interface AuditEntry extends Pick<AuditEvent, "action" | "targetType" | "targetName"> {
  readonly projectId?: number | null;
  readonly targetId?: number | null;
  /** Changes by field. Never contains a secret. */
  readonly detail?: Record<string, unknown>;
}

/** Returns an audit event in which the account is both actor and target. */
export function ownAuditEntry(
  action: AuditEntry["action"],
  { id, email }: { readonly id: number; readonly email: string },
  detail: AuditEntry["detail"] = {},
): AuditEntry {
  return { action, targetType: "user", targetId: id, targetName: email, detail };
}

/** Returns an audit event for a report, which is labelled with its number and suite. */
export function reportAuditEntry(
  action: AuditEntry["action"],
  projectId: number,
  report: { readonly id: number; readonly number: number; readonly testSuite: string },
  detail: AuditEntry["detail"] = {},
): AuditEntry {
  const targetName = `#${report.number} of ${report.testSuite}`;
  return { action, projectId, targetType: "report", targetId: report.id, targetName, detail };
}

/** Must run in the transaction of the action, so that both are committed or neither is. */
export async function recordAudit(transaction: Db, actor: Actor, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit_event (at, actor_id, actor_email, address, action, project_id, target_type, target_id, target_name, detail,
                             agent_key_id, agent_key_name)
    values (${actor.now}, ${actor.id}, ${actor.email}, ${actor.address}, ${entry.action}, ${entry.projectId ?? null},
            ${entry.targetType}, ${entry.targetId ?? null}, ${entry.targetName}, ${JSON.stringify(entry.detail ?? {})}::jsonb,
            ${actor.agent?.id ?? null}, ${actor.agent?.name ?? null})
  `.execute(transaction);
}

/** Returns how often the agent with this key has acted since a time, counted up to `max`. */
export async function agentActionsSince(
  db: Db,
  { keyId, since, max }: { readonly keyId: number; readonly since: Date; readonly max: number },
): Promise<number> {
  const { rows } = await sql<{ actions: number }>`
    select count(*)::integer as actions from (
      select from audit_event where agent_key_id = ${keyId} and at > ${since} limit ${max}) given
  `.execute(db);
  return rows[0]?.actions ?? 0;
}

/** Time windows in which repeats of an action are counted in one row. */
export const auditWindows = { minute: minuteMs, hour: 60 * minuteMs } as const;

/**
 * Records an action that may repeat often, such as a failed sign-in. Repeats by the same user from the same address on the same target share one
 * row per window, and `detail.times` counts them.
 */
export async function recordCountedAudit(db: Db, actor: Actor, entry: AuditEntry, windowMs: number): Promise<void> {
  const { action, projectId = null, targetType, targetId = null, targetName, detail = {} } = entry;
  const window = Math.floor(actor.now.getTime() / windowMs);
  const occurrence = JSON.stringify([
    action,
    actor.email,
    actor.address,
    projectId,
    targetType,
    targetName,
    detail,
    window,
  ]);
  await sql`
    insert into audit_event as e (at, actor_id, actor_email, address, action, project_id, target_type, target_id,
                                  target_name, detail, occurrence)
    values (${actor.now}, ${actor.id}, ${actor.email}, ${actor.address}, ${action}, ${projectId}, ${targetType},
            ${targetId}, ${targetName}, ${JSON.stringify({ ...detail, times: 1 })}::jsonb,
            encode(sha256(convert_to(${occurrence}, 'UTF8')), 'hex'))
    on conflict (occurrence) do update
       set detail = jsonb_set(e.detail, '{times}', to_jsonb((e.detail ->> 'times')::integer + 1))
  `.execute(db);
}

/** Returns the events before the event `before`, newest first. */
export async function auditEvents(
  db: Db,
  page: {
    before: number | undefined;
    projectId: number | undefined;
    action: AuditEvent["action"] | undefined;
    actor: string | undefined;
    from: Date | undefined;
    until: Date | undefined;
    limit: number;
  },
): Promise<AuditEvent[]> {
  const before = page.before === undefined ? sql`true` : sql`id < ${page.before}`;
  const project = page.projectId === undefined ? sql`true` : sql`project_id = ${page.projectId}`;
  const action = page.action === undefined ? sql`true` : sql`action = ${page.action}`;
  const actor = page.actor === undefined ? sql`true` : sql`lower(actor_email) = lower(${page.actor})`;
  const from = page.from === undefined ? sql`true` : sql`at >= ${page.from}`;
  const until = page.until === undefined ? sql`true` : sql`at < ${page.until}`;
  const { rows } = await sql<Omit<AuditEvent, "at"> & { at: Date }>`
    select id, at, actor_id as "actorId", actor_email as "actorEmail", address, action, project_id as "projectId",
           target_type as "targetType", target_id as "targetId", target_name as "targetName", detail,
           case when agent_key_name is not null then json_build_object('id', agent_key_id, 'name', agent_key_name) end as agent
      from audit_event
     where ${before} and ${project} and ${action} and ${actor} and ${from} and ${until}
     order by id desc
     limit ${page.limit}
  `.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
