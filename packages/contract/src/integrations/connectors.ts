import { z } from "zod";
import { bodyBytes, endpoint, Timestamp, success } from "#endpoint.ts";

export const ConnectorId = z.enum([
  "jira",
  "github",
  "gitlab",
  "azure-boards",
  "linear",
  "email",
  "slack",
  "webhooks",
  "teams",
  "discord",
  "mattermost",
]);
export type ConnectorId = z.infer<typeof ConnectorId>;

/** `enabled`: configured, switched on, and the last test of these settings passed. */
export const ConnectorStatus = z.enum(["enabled", "not_connected"]);
export type ConnectorStatus = z.infer<typeof ConnectorStatus>;

export const ConnectorCategory = z.enum(["bug_tracking", "notification"]);
export type ConnectorCategory = z.infer<typeof ConnectorCategory>;

/** A connector as all signed-in users see it. */
export const Connector = z.object({
  id: ConnectorId,
  name: z.string(),
  description: z.string(),
  version: z.string(),
  status: ConnectorStatus,
  category: ConnectorCategory,
  website: z.string().optional(),
  /** True if Plumb sends something through this connector. Otherwise its settings can only be saved and tested. */
  used: z.boolean(),
});
export type Connector = z.infer<typeof Connector>;

/** A field in the form of a connector. Values are sent as text. */
export const ConnectorField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(["text", "url", "email", "number", "secret", "choice"]),
  required: z.boolean(),
  /** Minimum number of characters in a new value. */
  minLength: z.number().int().optional(),
  hint: z.string(),
  initial: z.string(),
  placeholder: z.string(),
  /** Options of a `choice` field. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  /** True if the field determines where secrets are sent. Changing it requires entering the secrets again. */
  destination: z.boolean(),
  /** Value of a `choice` field with which this field is used; absent if it always is. Values of unused fields are not stored. */
  usedWith: z.object({ field: z.string(), value: z.string() }).optional(),
});
export type ConnectorField = z.infer<typeof ConnectorField>;

/** Returns the fields that are used with these values. */
export function usedFields(
  fields: readonly ConnectorField[],
  values: Readonly<Record<string, string | undefined>>,
): readonly ConnectorField[] {
  const valueOf = (name: string) => values[name] ?? fields.find((field) => field.name === name)?.initial;
  return fields.filter(({ usedWith }) => usedWith === undefined || valueOf(usedWith.field) === usedWith.value);
}

export const ConnectorSetup = z.object({
  connector: Connector,
  fields: z.array(ConnectorField),
  /** Values by field, without secrets. */
  values: z.record(z.string(), z.string()),
  /** Secret fields that have a value. */
  secretsSet: z.array(z.string()),
  configured: z.boolean(),
  /** True if an administrator switched the connector off. Its settings are kept. */
  disabled: z.boolean(),
  /** Last test of these settings; `null` if they were not tested. */
  lastTest: z.object({ at: Timestamp, passed: z.boolean(), message: z.string() }).nullable(),
  /** Visible effect of a test on other users, such as a message; empty if there is none. */
  testNotice: z.string(),
  /** Connections that use this connector, and their projects. */
  uses: z.object({
    connections: z.number().int().nonnegative(),
    projects: z.number().int().nonnegative(),
    /** True if they are connected again when the same account is configured after the connector was deleted. */
    returnable: z.boolean(),
  }),
  /** Places that projects may use with this account; `null` if it belongs to a project, or reaches one place only. */
  places: z
    .object({ label: z.string(), hint: z.string(), placeholder: z.string(), allowed: z.array(z.string()) })
    .nullable(),
  /** When the credentials expire; `null` if the connector has none. */
  expiry: z
    .object({
      /** As reported by the service; `null` if it reports none. */
      reportedAt: Timestamp.nullable(),
      /** Last day on which they are valid, as entered; `null` if none was. */
      lastDay: z.iso.date().nullable(),
    })
    .nullable(),
  /** Reason why the stored settings cannot be used; `null` if they can. */
  problem: z.string().nullable(),
});
export type ConnectorSetup = z.infer<typeof ConnectorSetup>;

export const listConnectors = endpoint({
  method: "GET",
  path: "/api/connectors",
  summary: "List all connectors with their status",
  allow: "user",
  response: success(z.array(Connector)),
});

const params = z.object({ connectorId: ConnectorId });

/** Upper limit for the number of fields, above that of any connector. */
const maxFields = 30;

/** Values of a form by field. Missing or empty secrets are not changed. */
export const FieldValues = z
  .record(z.string().max(100), z.string().max(4000))
  .refine((values) => Object.keys(values).length <= maxFields, `At most ${maxFields} fields`)
  .meta({ maxProperties: maxFields });

/** Names of optional secret fields whose stored values are removed. */
export const ClearedSecrets = z.array(z.string().max(100)).max(maxFields).optional();

/** Last day on which the credentials are valid. If it is absent, the stored one is kept until a secret is replaced. */
export const LastDay = z.iso.date().nullable().optional();

/** Maximum number of entries in the list of allowed places. */
export const maxTargets = 500;

/** Places that projects may use with an account of the server: `octo/shop`, `octo/*` for all below `octo`, `*` for all. */
export const AllowedTargets = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(300)
      .regex(/^(?:[^*]+(?:\/\*)?|\*)$/, "Write * alone, or at the end after a slash"),
  )
  .max(maxTargets)
  .transform((locations) => [...new Set(locations)]);

export const readConnector = endpoint({
  method: "GET",
  path: "/api/connectors/:connectorId",
  summary: "Read the settings of a connector; secrets are never returned",
  allow: "admin",
  params,
  response: success(ConnectorSetup),
});

export const saveConnector = endpoint({
  method: "PUT",
  path: "/api/connectors/:connectorId",
  summary: "Save and test the settings of a connector; they are stored in any case, and used only if the test passes",
  allow: "admin",
  params,
  /** Without `places`, the stored list is kept. */
  body: z.object({
    values: FieldValues,
    cleared: ClearedSecrets,
    places: AllowedTargets.optional(),
    lastDay: LastDay,
  }),
  bodyBytes: bodyBytes.large,
  response: success(ConnectorSetup),
});

export const testConnector = endpoint({
  method: "POST",
  path: "/api/connectors/:connectorId/test",
  summary: "Test the stored settings of a connector against the real service",
  allow: "admin",
  params,
  response: success(ConnectorSetup),
});

export const switchConnector = endpoint({
  method: "PUT",
  path: "/api/connectors/:connectorId/disabled",
  summary: "Switch a connector off or on; its settings are kept",
  allow: "admin",
  params,
  body: z.object({ disabled: z.boolean() }),
  response: success(ConnectorSetup),
});

export const removeConnector = endpoint({
  method: "DELETE",
  path: "/api/connectors/:connectorId",
  summary: "Delete the settings and secrets of a connector",
  allow: "admin",
  params,
  response: success(ConnectorSetup),
});
