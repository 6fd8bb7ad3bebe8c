import type { Connector, ConnectorId, ConnectorSetup } from "@plumb/contract/integrations/connectors.ts";
import { connectors } from "./registry.ts";
import type { Values } from "#connectors/values.ts";
import { sealProblem, type SecretBox } from "#core/secret-box.ts";
import type { ConnectorScope, ConnectorRow } from "#store/integrations/connectors.ts";

/**
 * Returns a connector as all users see it.
 *
 * @param row `null` if it was never configured.
 */
export function presentConnector(id: ConnectorId, row: ConnectorRow | null): Connector {
  const { name, description, version, category, website, used } = connectors[id];
  return {
    id,
    name,
    description,
    version,
    category,
    ...(website !== undefined && { website }),
    used,
    status: isEnabled(row) ? "enabled" : "not_connected",
  };
}

/** Returns true for a connector that is configured, not disabled, and whose settings passed the last test. */
export function isEnabled(row: ConnectorRow | null): row is ConnectorRow {
  return row !== null && !row.disabled && row.testPassed === true;
}

/** Returns a connector as administrators see it. For secrets, it only contains whether they are set. */
export function presentSetup(
  { type: id, projectId }: ConnectorScope,
  row: ConnectorRow | null,
  { secretBox, uses }: { secretBox: SecretBox; uses: Pick<ConnectorSetup["uses"], "connections" | "projects"> },
): Omit<ConnectorSetup, "expiry"> {
  const { fields, testNotice, places } = connectors[id];
  const initial = fields.filter(({ kind }) => kind !== "secret").map((field) => [field.name, field.initial] as const);
  return {
    connector: presentConnector(id, row),
    fields: [...fields],
    values: { ...Object.fromEntries(initial), ...row?.settings },
    secretsSet: Object.keys(row?.secrets ?? {}),
    configured: row !== null,
    disabled: row?.disabled ?? false,
    lastTest:
      row === null || row.testedAt === null
        ? null
        : { at: row.testedAt.toISOString(), passed: row.testPassed === true, message: row.testMessage ?? "" },
    testNotice,
    uses: { ...uses, returnable: row?.account != null },
    places:
      places === undefined || projectId !== null
        ? null
        : {
            label: places.label,
            hint: places.hint,
            placeholder: places.placeholder,
            allowed: [...(row?.places ?? [])],
          },
    problem: row === null ? null : sealProblem(() => openValues(row, secretBox)),
  };
}

/**
 * Returns settings and secrets together.
 *
 * @throws SealError if a secret cannot be decrypted.
 */
export function openValues(row: ConnectorRow, secretBox: SecretBox): Values {
  return openSecrets(row, connectorPurpose(row), secretBox);
}

/** Returns the purpose of a field's secret. A secret cannot be decrypted for another purpose. */
export type Purpose = (fieldName: string) => string;

export function connectorPurpose({ type, projectId }: ConnectorScope): Purpose {
  const scope = projectId === null ? "" : `project:${projectId}:`;
  return (fieldName) => `${scope}connector:${type}:${fieldName}`;
}

/**
 * Returns settings and secrets together.
 *
 * @throws SealError if a secret cannot be decrypted.
 */
export function openSecrets(
  { settings, secrets }: Pick<ConnectorRow, "settings" | "secrets">,
  purpose: Purpose,
  secretBox: SecretBox,
): Values {
  const opened = Object.entries(secrets).map(
    ([name, encrypted]) => [name, secretBox.open(encrypted, purpose(name))] as const,
  );
  return { ...settings, ...Object.fromEntries(opened) };
}
