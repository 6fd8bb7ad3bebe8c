import { z } from "zod";
import { bodyBytes, endpoint, Moment, success } from "#endpoint.ts";

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
]);
export type ConnectorId = z.infer<typeof ConnectorId>;

/** `enabled`: set up, switched on, and the last test of these settings passed. */
export const ConnectorStatus = z.enum(["enabled", "not_connected"]);
export type ConnectorStatus = z.infer<typeof ConnectorStatus>;

export const ConnectorCategory = z.enum(["bug_tracking", "notification"]);
export type ConnectorCategory = z.infer<typeof ConnectorCategory>;

/** An entry of the catalogue, as all signed-in users see it. */
export const Connector = z.object({
  id: ConnectorId,
  name: z.string(),
  description: z.string(),
  version: z.string(),
  status: ConnectorStatus,
  category: ConnectorCategory,
  website: z.string().optional(),
  /** Something is sent through it. Until then its settings can be saved and tested, and nothing else comes of them. */
  used: z.boolean(),
});
export type Connector = z.infer<typeof Connector>;

/** One setting of a connector: what its form asks for. Values travel as text. */
export const ConnectorField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(["text", "url", "email", "number", "secret", "choice"]),
  required: z.boolean(),
  hint: z.string(),
  /** Initial value. */
  initial: z.string(),
  placeholder: z.string(),
  /** For a `choice`. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Determines where secrets are sent, so a change requires entering them again. */
  destination: z.boolean(),
});
export type ConnectorField = z.infer<typeof ConnectorField>;

export const ConnectorSetup = z.object({
  connector: Connector,
  fields: z.array(ConnectorField),
  /** By field; a secret is never among them. */
  values: z.record(z.string(), z.string()),
  /** The secret fields that have a value. */
  secretsSet: z.array(z.string()),
  configured: z.boolean(),
  /** Switched off by an administrator, with its settings kept. */
  disabled: z.boolean(),
  /** The last test of these settings; null if there was none. */
  lastTest: z.object({ at: Moment, passed: z.boolean(), message: z.string() }).nullable(),
  /** What others will notice of a test; empty if nothing. */
  testNotice: z.string(),
  /** What keeps the stored settings from being used; null if nothing does. */
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

/** More than any connector asks for. */
const mostFields = 30;

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
  /** By field. Missing or empty secrets are not changed. */
  body: z.object({
    values: z
      .record(z.string().max(100), z.string().max(4000))
      .refine((values) => Object.keys(values).length <= mostFields, `At most ${mostFields} fields`)
      .meta({ maxProperties: mostFields }),
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
