import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** A stored connector with encrypted secrets. */
export interface ConnectorRow {
  readonly id: ConnectorId;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly version: number;
  /** `null` until these settings are tested. */
  readonly testedAt: Date | null;
  readonly testPassed: boolean | null;
  readonly testMessage: string | null;
}

const columns = sql.raw(
  `id, settings, secrets, disabled, version, tested_at as "testedAt", test_passed as "testPassed",
   test_message as "testMessage"`,
);

export async function connectorRows(db: Db): Promise<ConnectorRow[]> {
  return (await sql<ConnectorRow>`select ${columns} from connector`.execute(db)).rows;
}

export async function connectorRow(db: Db, id: ConnectorId): Promise<ConnectorRow | null> {
  const { rows } = await sql<ConnectorRow>`select ${columns} from connector where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Stores untested settings and enables the connector. */
export async function saveConnector(
  transaction: Db,
  given: Pick<ConnectorRow, "id" | "settings" | "secrets">,
): Promise<ConnectorRow> {
  const { rows } = await sql<ConnectorRow>`
    insert into connector as c (id, settings, secrets)
    values (${given.id}, ${JSON.stringify(given.settings)}::jsonb, ${JSON.stringify(given.secrets)}::jsonb)
    on conflict (id) do update
       set settings = excluded.settings, secrets = excluded.secrets, disabled = false, version = c.version + 1,
           tested_at = null, test_passed = null, test_message = null
    returning ${columns}
  `.execute(transaction);
  return rows[0] as ConnectorRow;
}

/** Stores the result of a test of this version of the settings. Returns false if the settings were changed or removed since. */
export async function recordTest(
  transaction: Db,
  given: { id: ConnectorId; version: number; at: Date; passed: boolean; message: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update connector set tested_at = ${given.at}, test_passed = ${given.passed}, test_message = ${given.message}
     where id = ${given.id} and version = ${given.version}
    returning id
  `.execute(transaction);
  return rows.length > 0;
}

/** Returns false if the connector is not configured. */
export async function switchConnector(transaction: Db, id: ConnectorId, disabled: boolean): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update connector set disabled = ${disabled} where id = ${id} returning id
  `.execute(transaction);
  return rows.length > 0;
}

/** Returns false if the connector is not configured. */
export async function removeConnector(transaction: Db, id: ConnectorId): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`delete from connector where id = ${id} returning id`.execute(transaction);
  return rows.length > 0;
}
