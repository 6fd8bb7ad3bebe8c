import {
  listConnectors,
  readConnector,
  removeConnector,
  saveConnector,
  switchConnector,
  testConnector,
} from "@plumb/contract/integrations/connectors.ts";
import {
  createBinding,
  deleteBinding,
  listBindings,
  listProjectConnectors,
  listServiceChannels,
  readProjectConnector,
  removeProjectConnector,
  saveProjectConnector,
  switchProjectConnector,
  testBinding,
  testProjectConnector,
  updateBinding,
} from "@plumb/contract/integrations/bindings.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

const jira = { params: { connectorId: "jira" } };

export const access: readonly EndpointAccess[] = [
  { endpoint: listConnectors, callers: "accounts" },
  { endpoint: readConnector, callers: "admins", sample: jira },
  // 400: allowed, but the form is empty.
  {
    endpoint: saveConnector,
    callers: "admins",
    status: 400,
    audit: ["connector.changed"],
    sample: { ...jira, body: { values: {} } },
  },
  // 409: allowed, but the connector is not configured.
  { endpoint: testConnector, callers: "admins", status: 409, audit: ["connector.tested"], sample: jira },
  {
    endpoint: switchConnector,
    callers: "admins",
    status: 409,
    audit: ["connector.disabled", "connector.enabled"],
    sample: { ...jira, body: { disabled: true } },
  },
  { endpoint: removeConnector, callers: "admins", status: 409, audit: ["connector.removed"], sample: jira },
  { endpoint: listProjectConnectors, callers: "leads" },
  { endpoint: listServiceChannels, callers: "leads", sample: { ...jira, query: { owner: "project" } } },
  { endpoint: readProjectConnector, callers: "leads", sample: jira },
  {
    endpoint: saveProjectConnector,
    callers: "leads",
    status: 400,
    audit: ["connector.changed"],
    sample: { ...jira, body: { values: {} } },
  },
  { endpoint: testProjectConnector, callers: "leads", status: 409, audit: ["connector.tested"], sample: jira },
  {
    endpoint: switchProjectConnector,
    callers: "leads",
    status: 409,
    audit: ["connector.disabled", "connector.enabled"],
    sample: { ...jira, body: { disabled: true } },
  },
  { endpoint: removeProjectConnector, callers: "leads", status: 409, audit: ["connector.removed"], sample: jira },
  { endpoint: listBindings, callers: "leads" },
  // 409: allowed, but the server has no such connector.
  {
    endpoint: createBinding,
    callers: "leads",
    status: 409,
    audit: ["binding.created"],
    sample: { body: { connector: "github", owner: "server", offer: "tracker", values: { repository: "a/b" } } },
  },
  // 404: a binding of another project.
  {
    endpoint: updateBinding,
    callers: "leads",
    status: 404,
    audit: ["binding.changed"],
    sample: { body: { enabled: false } },
  },
  { endpoint: deleteBinding, callers: "leads", status: 404, audit: ["binding.deleted"] },
  { endpoint: testBinding, callers: "leads", status: 404, audit: ["binding.tested"] },
];
