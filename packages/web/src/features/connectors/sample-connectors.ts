import type { Connector, ConnectorField, ConnectorSetup } from "@plumb/contract/integrations/connectors.ts";

const entry = (
  id: Connector["id"],
  name: string,
  category: Connector["category"],
  change: Partial<Connector> = {},
): Connector => ({
  id,
  name,
  description: `Create issues for failures and send messages about runs with ${name}.`,
  version: "1.0.0",
  status: "not_connected",
  category,
  website: "https://example.org",
  used: id === "email" || id === "webhooks" || id === "jira",
  ...change,
});

const { website: _none, ...email } = entry("email", "Email Server", "notification", { status: "enabled" });
const { website: _nor, ...webhooks } = entry("webhooks", "Webhooks", "notification");

/** Connectors for stories, two of them in use. */
export const sampleConnectors: readonly Connector[] = [
  entry("jira", "Jira Cloud", "bug_tracking", { status: "enabled" }),
  entry("github", "GitHub Issues", "bug_tracking"),
  entry("gitlab", "GitLab Issues", "bug_tracking"),
  entry("azure-boards", "Azure Boards", "bug_tracking"),
  entry("linear", "Linear", "bug_tracking"),
  email,
  entry("slack", "Slack", "notification"),
  webhooks,
  entry("teams", "Microsoft Teams", "notification"),
];

const field = (options: Pick<ConnectorField, "name" | "label" | "kind"> & Partial<ConnectorField>): ConnectorField => ({
  required: true,
  hint: "",
  initial: "",
  placeholder: "",
  choices: [],
  destination: false,
  ...options,
});

/** Returns an unconfigured connector with every kind of field, for stories. */
export function sampleSetup(change: Partial<ConnectorSetup> = {}): ConnectorSetup {
  return {
    connector: { ...email, status: "not_connected" },
    fields: [
      field({ name: "host", label: "Host", kind: "text", placeholder: "smtp.example.org", destination: true }),
      field({
        name: "port",
        label: "Port",
        kind: "number",
        hint: "587 with STARTTLS, 465 with TLS, 25 without encryption.",
      }),
      field({
        name: "encryption",
        label: "Encryption",
        kind: "choice",
        choices: [
          { value: "starttls", label: "STARTTLS" },
          { value: "none", label: "None" },
        ],
      }),
      field({ name: "site", label: "Site URL", kind: "url" }),
      field({ name: "password", label: "Password", kind: "secret" }),
      field({ name: "from", label: "Sender address", kind: "email" }),
      field({ name: "name", label: "Sender name", kind: "text", required: false }),
    ],
    values: { host: "", port: "587", encryption: "starttls", site: "", from: "", name: "" },
    secretsSet: [],
    configured: false,
    disabled: false,
    lastTest: null,
    testNotice: "The test sends an email to your own address.",
    uses: { connections: 0, projects: 0, returnable: true },
    places: {
      label: "Allowed mail domains",
      hint: "Domains and addresses that connections of projects may send to, one per line.",
      placeholder: "example.org",
      allowed: ["example.org"],
    },
    expiry: { reportedAt: null, lastDay: null },
    problem: null,
    ...change,
  };
}

/** Returns an unconfigured connector with two ways to sign in, for stories. */
export function sampleWays(change: Partial<ConnectorSetup> = {}): ConnectorSetup {
  const usedWith = { field: "authentication", value: "app" };
  return sampleSetup({
    connector: entry("github", "GitHub Issues", "bug_tracking"),
    fields: [
      field({ name: "apiUrl", label: "API URL", kind: "url", destination: true }),
      field({
        name: "authentication",
        label: "Authentication",
        kind: "choice",
        initial: "token",
        choices: [
          { value: "token", label: "Access token" },
          { value: "app", label: "GitHub App" },
        ],
      }),
      field({ name: "token", label: "Access token", kind: "secret", usedWith: { ...usedWith, value: "token" } }),
      field({ name: "appId", label: "App ID", kind: "text", usedWith }),
      field({ name: "privateKey", label: "Private key", kind: "secret", usedWith }),
    ],
    values: { apiUrl: "https://api.github.com", authentication: "token", appId: "" },
    testNotice: "",
    ...change,
  });
}

/** Returns a configured connector for stories. Its status depends on the given values, as on the server. */
export function sampleConfigured(change: Partial<ConnectorSetup> = {}): ConnectorSetup {
  const lastTest = {
    at: "2026-03-04T10:00:00.000Z",
    passed: true,
    message: "A test email was sent to ada@example.org.",
  };
  const enabled = (change.lastTest ?? lastTest).passed && change.disabled !== true;
  return sampleSetup({
    connector: { ...email, status: enabled ? "enabled" : "not_connected" },
    configured: true,
    values: {
      host: "smtp.example.org",
      port: "587",
      encryption: "starttls",
      site: "https://example.org",
      from: "plumb@example.org",
      name: "",
    },
    secretsSet: ["password"],
    lastTest,
    ...change,
  });
}
