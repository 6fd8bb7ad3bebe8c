import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import type { WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import { queueForBinding } from "#connectors/bindings/queue-delivery.ts";
import type { ChannelOperation } from "#senders/rules/channel-handler.ts";
import { call, seedProject, type TestApp } from "./app.ts";
import { failedList } from "./outbox.ts";

/** Adds a connection to a Mattermost channel whose webhook is `url`, and returns functions for it. */
export async function addChannel(plumb: TestApp, url: string) {
  const seeded = await seedProject(plumb);
  const { token, projectId } = seeded;
  const base = `/api/projects/${projectId}`;
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- like `call`, the caller knows the response
  const api = <Data>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) =>
    call<{ data: Data; error?: string; fields?: Record<string, string> }>(plumb, method, path, {
      token,
      ...(body !== undefined && { body }),
    });
  const setUp = () => api("PUT", "/api/connectors/mattermost", { values: { webhookUrl: url } });
  await setUp();
  const created = await api<{ binding: Binding }>("POST", `${base}/bindings`, {
    connector: "mattermost",
    owner: "server",
    offer: "channel",
    values: { channel: "#qa" },
  });
  const { id } = created.body.data.binding;
  const path = `${base}/bindings/${id}`;
  return {
    id,
    base,
    path,
    api,
    setUp,
    failed: failedList(plumb, seeded),
    binding: async () => (await api<Binding[]>("GET", `${base}/bindings`)).body.data[0],
    /** Queues a message per title. */
    queue: async (titles: readonly string[]) => {
      for (const title of titles)
        await plumb.context.db
          .transaction()
          .execute((transaction) =>
            queueForBinding(
              transaction,
              { projectId, id, offer: "channel" },
              { event: "message", key: title, runId: null, content: channelMessage(title), now: plumb.time.now },
            ),
          );
    },
    /** Deliveries, oldest first. */
    log: async () => (await api<WebhookDelivery[]>("GET", `${path}/deliveries?limit=100`)).body.data.toReversed(),
  };
}

export function channelMessage(title: string): ChannelOperation {
  return {
    subject: null,
    message: { title, url: "http://plumb.example", tone: "neutral", facts: [], blocks: [], actions: [], footer: null },
  };
}

/** Returns the title of a message that was posted to Mattermost. */
export function postedTitle(body: string): string {
  const { attachments } = JSON.parse(body) as { attachments: { title: string }[] };
  return attachments[0]?.title ?? "";
}
