/** Accounts of the services that the demo talks to. They only exist in the demo. */
export const accounts = {
  jira: {
    email: "plumb@shop.example",
    apiToken: "demo-jira-token",
    projectKey: "SHOP",
    webhookSecret: "demo-jira-webhook-secret",
  },
  slack: { botToken: "xoxb-demo-token", channel: "#qa" },
  github: { token: "demo-github-token", repository: "demo/shop", pullRequest: "481" },
  mail: { from: "plumb@shop.example", to: "qa@shop.example" },
  webhook: { secret: "demo-webhook-secret" },
} as const;

/** Ports of the services on 127.0.0.1. */
export interface ServicePorts {
  readonly http: number;
  readonly mail: number;
}

/** Addresses of the services, below their pages. */
export function addresses({ http }: Pick<ServicePorts, "http">) {
  const page = `http://127.0.0.1:${http}`;
  return {
    page,
    jira: `${page}/jira`,
    slack: `${page}/slack/api`,
    github: `${page}/github`,
    webhook: `${page}/hooks/demo`,
  };
}
