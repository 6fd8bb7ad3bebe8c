import { z } from "zod";
import { bodyBytes, endpoint, Id, success, Timestamp } from "#endpoint.ts";
import { BindingOffer } from "./binding-offer.ts";
import {
  ClearedSecrets,
  Connector,
  ConnectorField,
  ConnectorId,
  ConnectorSetup,
  FieldValues,
  LastDay,
} from "./connectors.ts";
import { WebhookDelivery } from "./webhooks.ts";

/** Owner of credentials: the server, whose connectors all projects can use, or one project. */
export const CredentialsOwner = z.enum(["server", "project"]);
export type CredentialsOwner = z.infer<typeof CredentialsOwner>;

/** A connector as the leads of a project see it. */
export const ProjectConnector = z.object({
  connector: Connector.omit({ status: true }),
  /** False for a connector without credentials, whose bindings contain everything. */
  needsAccount: z.boolean(),
  /** Owners whose settings are enabled and passed their test. */
  enabled: z.array(CredentialsOwner),
  /** True if the project has its own settings, even if they are disabled or failed their test. */
  configured: z.boolean(),
  offers: z.array(
    z.object({
      offer: BindingOffer,
      /** Fields in the form of a binding. */
      fields: z.array(ConnectorField),
    }),
  ),
});
export type ProjectConnector = z.infer<typeof ProjectConnector>;

/** Use of a connector in a project: a Jira project that gets tickets, a Slack channel that gets messages. */
export const Binding = z.object({
  id: Id,
  offer: BindingOffer,
  connector: ConnectorId,
  /** Owner of the credentials; `null` if the connector was deleted. */
  owner: CredentialsOwner.nullable(),
  /** Such as `SHOP` or `#qa`. */
  name: z.string(),
  /** Values by field, without secrets. */
  values: z.record(z.string(), z.string()),
  /** Secret fields that have a value. */
  secretsSet: z.array(z.string()),
  enabled: z.boolean(),
  /** Reason why it cannot send; `null` if there is none. */
  problem: z.string().nullable(),
  /** Address for the webhooks of the tracker; `null` if it has none. */
  webhookUrl: z.string().nullable(),
  createdAt: Timestamp,
  /** Result of the last attempt; `null` if there was none. */
  lastAttempt: z.object({ at: Timestamp, passed: z.boolean() }).nullable(),
  /** Time of the first failed attempt since the last successful one. */
  failingSince: Timestamp.nullable(),
});
export type Binding = z.infer<typeof Binding>;

/** Maximum number of bindings per project. */
export const maxBindings = 30;

const project = z.object({ projectId: Id });
const connector = z.object({ projectId: Id, connectorId: ConnectorId });
const binding = z.object({ projectId: Id, bindingId: Id });
const delivery = z.object({ projectId: Id, bindingId: Id, deliveryId: Id });

export const listProjectConnectors = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/connectors",
  summary: "List the connectors that a project can use, and whose credentials are configured",
  allow: "project:manage",
  params: project,
  response: success(z.array(ProjectConnector)),
});

export const readProjectConnector = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/connectors/:connectorId",
  summary: "Read the project's own settings of a connector; secrets are never returned",
  allow: "project:manage",
  params: connector,
  response: success(ConnectorSetup),
});

export const saveProjectConnector = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/connectors/:connectorId",
  summary: "Save and test the project's own settings of a connector",
  allow: "project:manage",
  params: connector,
  body: z.object({ values: FieldValues, cleared: ClearedSecrets, lastDay: LastDay }),
  bodyBytes: bodyBytes.large,
  response: success(ConnectorSetup),
});

export const testProjectConnector = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/connectors/:connectorId/test",
  summary: "Test the project's own settings of a connector against the real service",
  allow: "project:manage",
  params: connector,
  response: success(ConnectorSetup),
});

export const switchProjectConnector = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/connectors/:connectorId/disabled",
  summary: "Switch the project's own connector off or on; its settings are kept",
  allow: "project:manage",
  params: connector,
  body: z.object({ disabled: z.boolean() }),
  response: success(ConnectorSetup),
});

export const removeProjectConnector = endpoint({
  method: "DELETE",
  path: "/api/projects/:projectId/connectors/:connectorId",
  summary:
    "Delete the project's own settings of a connector; its bindings wait until the same account is configured again",
  allow: "project:manage",
  params: connector,
  response: success(ConnectorSetup),
});

/** A channel that an account can post to, with the values of a connection to it. */
const ServiceChannel = z.object({
  /** Such as `#qa`. */
  name: z.string(),
  values: z.record(z.string(), z.string()),
});

export const ServiceChannels = z.object({
  /** `null` if they cannot be listed. */
  channels: z.array(ServiceChannel).nullable(),
  /** True if the account has more channels than were read. */
  isPartial: z.boolean(),
  /** Reason why they cannot be listed; `null` if there is none. */
  problem: z.string().nullable(),
});
export type ServiceChannels = z.infer<typeof ServiceChannels>;

export const listServiceChannels = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/connectors/:connectorId/channels",
  summary: "List the channels that an account can post to, by name",
  allow: "project:manage",
  params: connector,
  query: z.object({ owner: CredentialsOwner }),
  response: success(ServiceChannels),
});

export const listBindings = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/bindings",
  summary: "List what a project does with connectors, oldest first, without secrets",
  allow: "project:manage",
  params: project,
  response: success(z.array(Binding)),
});

export const createBinding = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/bindings",
  summary: "Use a connector in a project, if its test passes; a channel gets a test message",
  allow: "project:manage",
  params: project,
  body: z.object({ connector: ConnectorId, owner: CredentialsOwner, offer: BindingOffer, values: FieldValues }),
  bodyBytes: bodyBytes.large,
  response: success(z.object({ binding: Binding, message: z.string() })),
});

/** Missing fields are not changed. */
const BindingChange = z.object({
  owner: CredentialsOwner.optional(),
  values: FieldValues.optional(),
  cleared: ClearedSecrets,
  enabled: z.boolean().optional(),
});
export type BindingChange = z.infer<typeof BindingChange>;

export const updateBinding = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/bindings/:bindingId",
  summary:
    "Change a binding if its test passes, or switch it on or off; deliveries that wait when it is switched off fail",
  allow: "project:manage",
  params: binding,
  body: BindingChange,
  bodyBytes: bodyBytes.large,
  /** `message` is the result of the test; `null` if the settings are the same, because nothing is tested then. */
  response: success(z.object({ binding: Binding, message: z.string().nullable() })),
});

export const deleteBinding = endpoint({
  method: "DELETE",
  path: "/api/projects/:projectId/bindings/:bindingId",
  summary: "Delete a binding; waiting deliveries move to the list of failed deliveries",
  allow: "project:manage",
  params: binding,
  response: success(z.null()),
});

export const testBinding = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/bindings/:bindingId/test",
  summary: "Test a binding against the real service; a channel gets a test message",
  allow: "project:manage",
  params: binding,
  response: success(z.object({ passed: z.boolean(), message: z.string() })),
});

export const listBindingDeliveries = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/bindings/:bindingId/deliveries",
  summary: "List deliveries of a binding, newest first: from the last 30 days, up to 10,000",
  allow: "project:manage",
  params: binding,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(30),
    /** `nextCursor` of the previous page. */
    cursor: Id.optional(),
  }),
  response: success(z.array(WebhookDelivery), { nextCursor: Id.nullable() }),
});

export const readBindingDelivery = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/bindings/:bindingId/deliveries/:deliveryId",
  summary: "Return a delivery of a binding with its content",
  allow: "project:manage",
  params: delivery,
  response: success(WebhookDelivery.extend({ body: z.string() })),
});

export const redeliverBinding = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/bindings/:bindingId/deliveries/:deliveryId/redeliver",
  summary: "Queue a failed delivery again, with its id",
  allow: "project:manage",
  params: delivery,
  response: success(WebhookDelivery),
});
