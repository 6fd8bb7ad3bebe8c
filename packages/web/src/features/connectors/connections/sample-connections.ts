import type { Binding, ProjectConnector } from "@plumb/contract/integrations/bindings.ts";

const field = { required: true, hint: "", initial: "", placeholder: "", choices: [], destination: false };

export const sampleConnectors: readonly ProjectConnector[] = [
  {
    connector: {
      id: "jira",
      name: "Jira",
      description: "",
      version: "1.0.0",
      category: "bug_tracking",
      used: true,
    },
    needsAccount: true,
    enabled: ["server"],
    configured: false,
    offers: [
      {
        offer: "tracker",
        fields: [{ ...field, name: "projectKey", label: "Project key", kind: "text", placeholder: "SHOP" }],
      },
    ],
  },
  {
    connector: {
      id: "slack",
      name: "Slack",
      description: "",
      version: "1.0.0",
      category: "notification",
      used: true,
    },
    needsAccount: true,
    enabled: [],
    configured: false,
    offers: [
      {
        offer: "channel",
        fields: [
          { ...field, name: "channel", label: "Channel", kind: "text", placeholder: "#qa" },
          { ...field, name: "webhookUrl", label: "Webhook URL of this channel", kind: "secret", required: false },
        ],
      },
    ],
  },
  {
    connector: {
      id: "webhooks",
      name: "Webhooks",
      description: "",
      version: "1.0.0",
      category: "notification",
      used: true,
    },
    needsAccount: false,
    enabled: ["project"],
    configured: true,
    offers: [
      {
        offer: "channel",
        fields: [
          { ...field, name: "url", label: "Receiver URL", kind: "url" },
          { ...field, name: "secret", label: "Secret", kind: "secret" },
        ],
      },
    ],
  },
];

export function sampleConnection(change: Partial<Binding> = {}): Binding {
  return {
    id: 1,
    offer: "tracker",
    connector: "jira",
    owner: "server",
    name: "SHOP",
    values: { projectKey: "SHOP" },
    secretsSet: [],
    enabled: true,
    problem: null,
    webhookUrl: null,
    createdAt: "2026-03-04T10:00:00.000Z",
    lastAttempt: { at: "2026-03-04T10:00:00.000Z", passed: true },
    failingSince: null,
    ...change,
  };
}
