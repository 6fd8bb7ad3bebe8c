import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Identifies the settings of a connector: those of the server (`projectId: null`), or those of a project. */
export interface ConnectorScope {
  readonly type: ConnectorId;
  readonly projectId: number | null;
}

/** A configured connector with encrypted secrets. */
export interface ConnectorRow extends ConnectorScope {
  readonly id: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Places that projects may use with the server's account, as entered. */
  readonly places: readonly string[];
  readonly disabled: boolean;
  readonly version: number;
  /** `null` until these settings are tested. */
  readonly testedAt: Date | null;
  readonly testPassed: boolean | null;
  readonly testMessage: string | null;
  /** Identity of the account at the service, from the last successful test; `null` if it is not known. */
  readonly account: string | null;
}

const columns = sql.raw(
  `c.id, c.type, c.project_id as "projectId", c.settings, c.secrets, c.places, c.disabled, c.version, c.tested_at as "testedAt",
   c.test_passed as "testPassed", c.test_message as "testMessage", c.account`,
);

function isAt({ type, projectId }: ConnectorScope) {
  return sql`c.type = ${type} and c.project_id is not distinct from ${projectId}::bigint`;
}

/** Returns the connectors of the server, and with `projectId` also those of the project. */
export async function connectorRows(db: Db, projectId: number | null = null): Promise<ConnectorRow[]> {
  const { rows } = await sql<ConnectorRow>`
    select ${columns} from connector c where c.project_id is null or c.project_id = ${projectId}::bigint
  `.execute(db);
  return rows;
}

/** Returns the connectors of the server and of all projects. */
export async function allConnectorRows(db: Db): Promise<ConnectorRow[]> {
  const { rows } = await sql<ConnectorRow>`select ${columns} from connector c order by c.id`.execute(db);
  return rows;
}

export async function connectorRow(db: Db, scope: ConnectorScope): Promise<ConnectorRow | null> {
  const { rows } = await sql<ConnectorRow>`select ${columns} from connector c where ${isAt(scope)}`.execute(db);
  return rows[0] ?? null;
}

/** Returns a connector that the project's binding may use: the server's or the project's own. */
export async function connectorById(db: Db, projectId: number, id: number): Promise<ConnectorRow | null> {
  const { rows } = await sql<ConnectorRow>`
    select ${columns} from connector c
     where c.id = ${id} and (c.project_id is null or c.project_id = ${projectId}::bigint)
  `.execute(db);
  return rows[0] ?? null;
}

/** Stores untested settings and enables the connector. Without `places`, the stored ones are kept. */
export async function saveConnector(
  transaction: Db,
  options: ConnectorScope &
    Pick<ConnectorRow, "settings" | "secrets"> & { readonly places?: readonly string[] | undefined },
): Promise<ConnectorRow> {
  const targets = options.places === undefined ? null : JSON.stringify(options.places);
  const { rows } = await sql<ConnectorRow>`
    insert into connector as c (type, project_id, settings, secrets, places)
    values (${options.type}, ${options.projectId}, ${JSON.stringify(options.settings)}::jsonb,
            ${JSON.stringify(options.secrets)}::jsonb, coalesce(${targets}::jsonb, '[]'))
    on conflict (type, project_id) do update
       set settings = excluded.settings, secrets = excluded.secrets, places = coalesce(${targets}::jsonb, c.places), disabled = false, version = c.version + 1,
           tested_at = null, test_passed = null, test_message = null
    returning ${columns}
  `.execute(transaction);
  return rows[0] as ConnectorRow;
}

/** Returns a connector that has no settings, and creates it if it does not exist. */
export async function ensureConnector(db: Db, { type, projectId }: ConnectorScope): Promise<ConnectorRow> {
  const { rows } = await sql<ConnectorRow>`
    insert into connector as c (type, project_id, settings, secrets, test_passed)
    values (${type}, ${projectId}, '{}', '{}', true)
    on conflict (type, project_id) do update set disabled = false, test_passed = true
    returning ${columns}
  `.execute(db);
  return rows[0] as ConnectorRow;
}

/** Stores the test result for this version of the settings. After a failed test, the last known account is kept. Returns false if they were changed or removed since. */
export async function recordTest(
  transaction: Db,
  options: { id: number; version: number; at: Date; passed: boolean; message: string; account: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update connector set tested_at = ${options.at}, test_passed = ${options.passed}, test_message = ${options.message}, account = coalesce(${options.account}, account)
     where id = ${options.id} and version = ${options.version}
    returning id
  `.execute(transaction);
  return rows.length > 0;
}

/** Returns false if the connector is not configured. */
export async function switchConnector(transaction: Db, scope: ConnectorScope, disabled: boolean): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update connector c set disabled = ${disabled} where ${isAt(scope)} returning c.id
  `.execute(transaction);
  return rows.length > 0;
}

/**
 * Bindings that use it remember its account, and send nothing until it is configured again. Returns false if the connector is not configured.
 */
export async function removeConnector(transaction: Db, scope: ConnectorScope): Promise<boolean> {
  await sql`
    update binding b set former_account = c.account, former_is_server = c.project_id is null
      from connector c
     where ${isAt(scope)} and b.connector_id = c.id
  `.execute(transaction);
  const { rows } = await sql<{ id: number }>`
    delete from connector c where ${isAt(scope)} returning c.id
  `.execute(transaction);
  return rows.length > 0;
}
