import type { BindingOffer } from "@plumb/contract/integrations/binding-offer.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import type { ConnectorRow } from "./connectors.ts";
import { lockProject } from "#store/projects/lock-project.ts";
import {
  changeDestination,
  createDestination,
  type Destination,
  lockDestination,
  removeDestination,
} from "#store/outbox/destinations.ts";

/** Use of a connector in a project, with encrypted secrets. Its destination in the outbox has the kind `offer` and its id. */
export interface BindingRow {
  readonly projectId: number;
  readonly id: number;
  readonly offer: BindingOffer;
  readonly connectorType: ConnectorId;
  /** `null` after the connector was deleted. */
  readonly connectorId: number | null;
  /** Account of the deleted connector; `null` if it is not known. */
  readonly formerAccount: string | null;
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly createdBy: number;
  readonly createdAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly lastAttemptPassed: boolean | null;
  readonly failingSince: Date | null;
}

const columns = sql.raw(`
  b.project_id as "projectId", b.id, b.offer, b.connector_type as "connectorType", b.connector_id as "connectorId", b.former_account as "formerAccount", b.name,
  b.settings, b.secrets, b.enabled, b.disabled_reason as "disabledReason", b.created_by as "createdBy",
  b.created_at as "createdAt", t.last_attempt_at as "lastAttemptAt", t.last_attempt_passed as "lastAttemptPassed",
  t.failing_since as "failingSince"`);
const tables = sql.raw(`
  binding b join outbox_destination t on t.project_id = b.project_id and t.kind = b.offer and t.target_id = b.id`);

export function bindingDestination({
  projectId,
  offer,
  id,
}: Pick<BindingRow, "id" | "offer" | "projectId">): Destination {
  return { projectId, kind: offer, targetId: id };
}

/** Oldest first. */
export async function bindingsOf(db: Db, projectId: number): Promise<BindingRow[]> {
  const { rows } = await sql<BindingRow>`
    select ${columns} from ${tables} where b.project_id = ${projectId} order by b.id
  `.execute(db);
  return rows;
}

/** Returns the bindings of all projects that use a connector. */
export async function bindingsOfConnector(
  db: Db,
  connectorId: number,
): Promise<Pick<BindingRow, "id" | "offer" | "projectId">[]> {
  const { rows } = await sql<Pick<BindingRow, "id" | "offer" | "projectId">>`
    select b.project_id as "projectId", b.id, b.offer from binding b where b.connector_id = ${connectorId} order by b.project_id, b.id
  `.execute(db);
  return rows;
}

/** Counts the bindings that use a connector, and their projects. */
export async function countUses(db: Db, connectorId: number): Promise<{ connections: number; projects: number }> {
  const { rows } = await sql<{ connections: number; projects: number }>`
    select count(*) as connections, count(distinct b.project_id) as projects from binding b where b.connector_id = ${connectorId}
  `.execute(db);
  return rows[0] ?? { connections: 0, projects: 0 };
}

/**
 * Connects the bindings whose connector was deleted with this one, if it uses the same account: those of the server's former connector, or those of the
 * project. Returns their ids and names.
 */
export async function reconnectBindings(
  transaction: Db,
  { id, type, projectId, account }: Pick<ConnectorRow, "account" | "id" | "projectId" | "type">,
): Promise<Pick<BindingRow, "connectorType" | "id" | "name" | "projectId">[]> {
  if (account === null) return [];
  const isOwn = projectId === null ? sql`b.former_is_server` : sql`b.project_id = ${projectId}`;
  const { rows } = await sql<Pick<BindingRow, "connectorType" | "id" | "name" | "projectId">>`
    update binding b set connector_id = ${id}, former_account = null, former_is_server = null
     where b.connector_id is null and b.connector_type = ${type} and b.former_account = ${account} and ${isOwn}
    returning b.project_id as "projectId", b.id, b.connector_type as "connectorType", b.name
  `.execute(transaction);
  return rows;
}

export async function bindingById(db: Db, projectId: number, id: number): Promise<BindingRow | null> {
  const { rows } = await sql<BindingRow>`
    select ${columns} from ${tables} where b.project_id = ${projectId} and b.id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns `full` if the project has `max` bindings already, `no-project` if it is being deleted. */
export async function createBinding(
  transaction: Db,
  options: Pick<
    BindingRow,
    | "projectId"
    | "offer"
    | "connectorType"
    | "connectorId"
    | "name"
    | "settings"
    | "secrets"
    | "createdBy"
    | "createdAt"
  >,
  max: number,
): Promise<BindingRow | "full" | "no-project"> {
  const { projectId, offer } = options;
  // Concurrent requests cannot exceed the maximum.
  if (!(await lockProject(transaction, projectId))) return "no-project";
  if ((await bindingsOf(transaction, projectId)).length >= max) return "full";
  const { rows } = await sql<{ id: number }>`
    insert into binding (project_id, offer, connector_type, connector_id, name, settings, secrets, created_by, created_at)
    values (${projectId}, ${offer}, ${options.connectorType}, ${options.connectorId}, ${options.name},
            ${JSON.stringify(options.settings)}::jsonb, ${JSON.stringify(options.secrets)}::jsonb, ${options.createdBy}, ${options.createdAt})
    returning id
  `.execute(transaction);
  const { id } = rows[0] as { id: number };
  await createDestination(transaction, bindingDestination({ projectId, offer, id }), options.name);
  return (await bindingById(transaction, projectId, id)) as BindingRow;
}

/** Changes a binding that the transaction has locked. Its waiting deliveries fail if it is disabled. */
export async function updateBinding(
  transaction: Db,
  before: BindingRow,
  change: Partial<Pick<BindingRow, "connectorId" | "name" | "settings" | "secrets" | "enabled">>,
): Promise<BindingRow> {
  const { projectId, id } = before;
  const next = { ...before, ...change };
  await sql`
    update binding b
       set connector_id = ${next.connectorId}, former_account = case when ${next.connectorId}::bigint is null then former_account end, name = ${next.name}, settings = ${JSON.stringify(next.settings)}::jsonb,
           secrets = ${JSON.stringify(next.secrets)}::jsonb, enabled = ${next.enabled},
           disabled_reason = case when ${next.enabled} then null else disabled_reason end
     where b.project_id = ${projectId} and b.id = ${id}
  `.execute(transaction);
  await changeDestination(transaction, bindingDestination(before), {
    name: next.name,
    state: next.enabled ? "open" : "disabled",
    forget: next.enabled && !before.enabled ? "failures" : undefined,
    ...(!next.enabled && { closed: "The connection was disabled before this was delivered." }),
  });
  return (await bindingById(transaction, projectId, id)) as BindingRow;
}

/** Locks a binding and its destination, and returns it; `null` if it does not exist. */
export async function lockBinding(transaction: Db, projectId: number, id: number): Promise<BindingRow | null> {
  const found = await bindingById(transaction, projectId, id);
  if (found === null) return null;
  await lockDestination(transaction, bindingDestination(found));
  await sql`
    select from binding b where b.project_id = ${projectId} and b.id = ${id} for no key update
  `.execute(transaction);
  return bindingById(transaction, projectId, id);
}

/** Disables a binding whose destination was closed, and stores why. Returns who added it. */
export async function switchOffBinding(
  transaction: Db,
  { projectId, targetId }: Destination,
  reason: string,
): Promise<{ createdBy: number; name: string } | null> {
  const { rows } = await sql<{ createdBy: number; name: string }>`
    update binding b set enabled = false, disabled_reason = ${reason}
     where b.project_id = ${projectId} and b.id = ${targetId} and b.enabled
    returning b.created_by as "createdBy", b.name
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Deletes a binding. Waiting deliveries fail and stay in the list of failed deliveries. Returns `null` if it does not exist. */
export async function deleteBinding(
  transaction: Db,
  projectId: number,
  id: number,
): Promise<{ row: BindingRow; undelivered: number } | null> {
  const row = await lockBinding(transaction, projectId, id);
  if (row === null) return null;
  const reason = "The connection was deleted before this was delivered.";
  const undelivered = await removeDestination(transaction, bindingDestination(row), reason);
  await sql`delete from binding b where b.project_id = ${projectId} and b.id = ${id}`.execute(transaction);
  return { row, undelivered };
}
