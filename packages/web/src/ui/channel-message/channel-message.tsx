import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import type { ReactNode } from "react";
import type { DiscordContent, MailContent, MattermostContent, SlackContent, TeamsContent } from "./contents.ts";
import { Embed } from "./embed.tsx";
import styles from "./channel-message.module.css";
import { SlackMessage } from "./slack-message.tsx";
import { TeamsCard } from "./teams-card.tsx";

interface ChannelMessageProps {
  readonly connector: ConnectorId;
  /** Message content as rendered by the server. */
  readonly content: object;
}

/** A message, similar to how its channel displays it. Webhooks show their JSON. */
export function ChannelMessage({ connector, content }: ChannelMessageProps): ReactNode {
  if (connector === "slack") return <SlackMessage content={content as SlackContent} />;
  if (connector === "teams") return <TeamsCard content={content as TeamsContent} />;
  if (connector === "email") return <Mail content={content as MailContent} />;
  if (connector === "discord") return <Discord content={content as DiscordContent} />;
  if (connector === "mattermost") return <Mattermost content={content as MattermostContent} />;
  return <pre className={styles["json"]}>{JSON.stringify(content, null, 2)}</pre>;
}

function Discord({ content: { content = "", embeds } }: { readonly content: DiscordContent }) {
  return (
    <>
      <Mention text={content} />
      {embeds.map(({ color, description = "", footer, ...embed }, index) => (
        <Embed
          key={index}
          {...embed}
          color={`#${color.toString(16).padStart(6, "0")}`}
          text={description}
          footer={footer?.text}
        />
      ))}
    </>
  );
}

function Mattermost({ content: { text = "", attachments } }: { readonly content: MattermostContent }) {
  return (
    <>
      <Mention text={text} />
      {attachments.map(({ title_link: url, fields, ...attachment }, index) => (
        <Embed
          key={index}
          {...attachment}
          url={url}
          fields={fields.map(({ title: name, value }) => ({ name, value }))}
        />
      ))}
    </>
  );
}

/** Text outside of the embed. Discord shows the name of the role instead of its id. */
function Mention({ text }: { readonly text: string }) {
  return text === "" ? null : <b>{text.replace(/^<@&(\d+)>$/, "@$1")}</b>;
}

/** HTML of a mail in a sandboxed frame. It contains no scripts and loads nothing, and the frame would block both. */
function Mail({ content: { subject, html } }: { readonly content: MailContent }) {
  return (
    <div className={styles["mail"]}>
      <b>{subject}</b>
      <iframe sandbox="" title={subject} srcDoc={html} />
    </div>
  );
}
