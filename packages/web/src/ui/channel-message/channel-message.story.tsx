import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { ChannelMessage } from "./channel-message.tsx";
import contents from "./samples/contents.json" with { type: "json" };

/** The server's tests write the contents, so that they are those that it sends. */
function Example({ connector, content }: { readonly connector: ConnectorId; readonly content: object }) {
  return (
    <main style={{ padding: 16, maxWidth: 640 }}>
      <h1>Message</h1>
      <ChannelMessage connector={connector} content={content} />
    </main>
  );
}

export const Slack = () => <Example connector="slack" content={contents.slack} />;
export const Teams = () => <Example connector="teams" content={contents.teams} />;
export const Discord = () => <Example connector="discord" content={contents.discord} />;
export const Mattermost = () => <Example connector="mattermost" content={contents.mattermost} />;
export const Email = () => <Example connector="email" content={contents.email} />;
export const Webhook = () => <Example connector="webhooks" content={contents.webhooks} />;
