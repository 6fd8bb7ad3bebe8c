import type { Client } from "@plumb/client/client.ts";
import { readSettings, updateSettings } from "@plumb/contract/administration/settings.ts";
import { listFailureGroups } from "@plumb/contract/failures/failures.ts";
import type { BindingOffer } from "@plumb/contract/integrations/binding-offer.ts";
import { createBinding, listBindings } from "@plumb/contract/integrations/bindings.ts";
import { type ConnectorId, readConnector, saveConnector } from "@plumb/contract/integrations/connectors.ts";
import { createNotificationRule, type RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import { createTickets } from "@plumb/contract/integrations/tickets.ts";
import { createWebhook, listWebhooks, updateWebhook } from "@plumb/contract/integrations/webhooks.ts";
import { accounts, addresses, type ServicePorts } from "./accounts.ts";

type Values = Readonly<Record<string, string>>;

/** Settings of the connectors that the demo uses, whose services keep everything on this computer. `address` is the field that contains the address of the service. */
function connectorsOf(
  ports: ServicePorts,
): readonly { id: ConnectorId; address: string; values: Values; places: string[] }[] {
  const { jira, slack, github } = addresses(ports);
  const { email, apiToken } = accounts.jira;
  const mailServer = { host: "127.0.0.1", encryption: "none", fromAddress: accounts.mail.from };
  return [
    { id: "jira", address: "siteUrl", values: { siteUrl: jira, email, apiToken }, places: ["*"] },
    { id: "slack", address: "apiUrl", values: { apiUrl: slack, botToken: accounts.slack.botToken }, places: ["*"] },
    { id: "github", address: "apiUrl", values: { apiUrl: github, token: accounts.github.token }, places: ["*"] },
    { id: "email", address: "port", values: { ...mailServer, port: String(ports.mail) }, places: ["*"] },
  ];
}

/** Connects the demo project to the services, before its runs are uploaded. */
export async function connectServices(client: Client, projectId: number, ports: ServicePorts): Promise<void> {
  const params = { projectId };
  for (const { id, values, places } of connectorsOf(ports))
    await client.call(saveConnector, { params: { connectorId: id }, body: { values, places } });
  const { notifications, version } = (await client.call(readSettings)).data;
  await client.call(updateSettings, { body: { version, notifications: { ...notifications, slack: true } } });
  const { data: known } = await client.call(listBindings, { params });
  const bind = async (connector: ConnectorId, offer: BindingOffer, values: Values) => {
    const existing = known.find((binding) => binding.connector === connector && binding.offer === offer);
    if (existing !== undefined) return { binding: existing, isNew: false };
    const body = { connector, owner: "server", offer, values } as const;
    return { binding: (await client.call(createBinding, { params, body })).data.binding, isNew: true };
  };
  const { projectKey, webhookSecret } = accounts.jira;
  const tracker = await bind("jira", "tracker", { projectKey, issueType: "Bug", webhookSecret });
  await sendWebhooksOfJira(ports, tracker.binding.webhookUrl);
  await bind("github", "code-host", { repository: accounts.github.repository });
  const chat = await bind("slack", "channel", { channel: accounts.slack.channel });
  const mail = await bind("email", "channel", { addresses: accounts.mail.to });
  // Visitors try many runs, and would soon see no more messages with the default limit.
  const addRule = (name: string, bindingId: number, events: RuleEvent[]) =>
    client.call(createNotificationRule, { params, body: { name, bindingId, events, conditions: {}, maxPerHour: 100 } });
  if (chat.isNew)
    await addRule("Failures on all branches", chat.binding.id, [
      "run.failed",
      "run.recovered",
      "cause.new",
      "cause.returned",
      "cause.taken",
      "cause.fixed",
      "test.broken",
    ]);
  if (mail.isNew) await addRule("New causes by mail", mail.binding.id, ["cause.new", "incident.began"]);
  if ((await client.call(listWebhooks, { params })).data.length === 0) {
    const body = { url: addresses(ports).webhook, events: ["run.failed" as const], secret: accounts.webhook.secret };
    await client.call(createWebhook, { params, body });
  }
}

/** Changes the addresses of the services if they have other ports than at the last start. Settings with other addresses are kept. */
export async function followAddresses(client: Client, projectId: number, ports: ServicePorts): Promise<void> {
  const params = { projectId };
  for (const { id, address, values } of connectorsOf(ports)) {
    const { data } = await client.call(readConnector, { params: { connectorId: id } });
    const stored = data.values[address] ?? "";
    const current = values[address] ?? "";
    const moved =
      id === "email"
        ? data.values["host"] === "127.0.0.1" && data.values["fromAddress"] === accounts.mail.from && stored !== current
        : isOld(stored, current);
    if (data.configured && moved) await client.call(saveConnector, { params: { connectorId: id }, body: { values } });
  }
  const { webhook } = addresses(ports);
  for (const { id, url } of (await client.call(listWebhooks, { params })).data)
    if (isOld(url, webhook))
      await client.call(updateWebhook, {
        params: { projectId, webhookId: id },
        body: { url: webhook, secret: accounts.webhook.secret },
      });
}

/** Returns true if an address leads to the same service at another port. */
function isOld(address: string, current: string): boolean {
  const [one, other] = [URL.parse(address), URL.parse(current)];
  return one?.hostname === "127.0.0.1" && one.pathname === other?.pathname && one.port !== other.port;
}

/** Creates a ticket for the failed search, which has not been fixed. */
export async function createTicket(client: Client, projectId: number): Promise<void> {
  const params = { projectId };
  const tracker = (await client.call(listBindings, { params })).data.find(({ offer }) => offer === "tracker");
  const query = { timeWindow: "90", limit: 200 } as const;
  const { data: groups } = await client.call(listFailureGroups, { params, query });
  const search = groups.find(({ representativeError }) => representativeError.includes("getByTestId('product')"));
  if (tracker === undefined || search === undefined) return;
  const tickets = [{ groupId: search.id, title: "The search finds nothing for words with accents" }];
  await client.call(createTickets, { params, body: { bindingId: tracker.id, tickets, fields: {} } });
}

/** Tells the Jira of the demo where to send its webhooks. */
async function sendWebhooksOfJira(ports: ServicePorts, url: string | null): Promise<void> {
  if (url === null) return;
  await fetch(`${addresses(ports).page}/jira-webhook`, { method: "POST", body: new URL(url).pathname });
}
