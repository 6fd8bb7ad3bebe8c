import type { AuditEvent } from "@plumb/contract/administration/audit.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Who acts, from where, when. */
export interface Actor {
  readonly id: number | null;
  readonly email: string;
  readonly address: string;
  readonly now: Date;
}

export interface Act extends Pick<AuditEvent, "action" | "targetType" | "targetName"> {
  readonly projectId?: number | null;
  readonly targetId?: number | null;
  /** What changed, by field. Never a secret. */
  readonly detail?: Record<string, unknown>;
}

/** Belongs into the transaction of the act: neither is there without the other. */
export async function recordAct(transaction: Db, actor: Actor, act: Act): Promise<void> {
  await sql`
    insert into audit_event (at, actor_id, actor_email, address, action, project_id, target_type, target_id, target_name, detail)
    values (${actor.now}, ${actor.id}, ${actor.email}, ${actor.address}, ${act.action}, ${act.projectId ?? null},
            ${act.targetType}, ${act.targetId ?? null}, ${act.targetName}, ${JSON.stringify(act.detail ?? {})}::jsonb)
  `.execute(transaction);
}

/** Newest first, those before the event `before`. */
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
           target_type as "targetType", target_id as "targetId", target_name as "targetName", detail
      from audit_event
     where ${before} and ${project} and ${action} and ${actor} and ${from} and ${until}
     order by id desc
     limit ${page.limit}
  `.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
