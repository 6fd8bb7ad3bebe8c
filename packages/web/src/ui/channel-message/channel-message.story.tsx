import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { ChannelMessage } from "./channel-message.tsx";
import contents from "./samples/contents.json" with { type: "json" };

/** The server's tests write the contents, so that they are those that it sends. */
function Shown({ connector, content }: { readonly connector: ConnectorId; readonly content: object }) {
  return (
    <main style={{ padding: 16, maxWidth: 640 }}>
      <h1>Message</h1>
      <ChannelMessage connector={connector} content={content} />
    </main>
  );
}

export const Slack = () => <Shown connector="slack" content={contents.slack} />;
export const Teams = () => <Shown connector="teams" content={contents.teams} />;
export const Discord = () => <Shown connector="discord" content={contents.discord} />;
export const Mattermost = () => <Shown connector="mattermost" content={contents.mattermost} />;
export const Email = () => <Shown connector="email" content={contents.email} />;
export const Webhook = () => <Shown connector="webhooks" content={contents.webhooks} />;
