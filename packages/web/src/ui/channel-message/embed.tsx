import styles from "./channel-message.module.css";
import { ExternalLink } from "./external-link.tsx";
import { readMarkdown } from "./read-markdown.ts";
import { RichText } from "#ui/text/rich-text.tsx";

interface EmbedProps {
  readonly title: string;
  readonly url?: string | undefined;
  /** `#rrggbb` */
  readonly color: string;
  /** Markdown. */
  readonly text: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly footer?: string | undefined;
}

/** An embed of Discord, or an attachment of Mattermost. */
export function Embed({ title, url = "", color, text, fields, footer }: EmbedProps) {
  return (
    <div className={`${styles["message"]} ${styles["embed"]}`} style={{ borderLeftColor: color }}>
      <b className={styles["title"]}>
        <ExternalLink url={url}>{title}</ExternalLink>
      </b>
      <RichText blocks={readMarkdown(text)} />
      <dl>
        {fields.map(({ name, value }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>
              <RichText blocks={readMarkdown(value)} />
            </dd>
          </div>
        ))}
      </dl>
      {footer !== undefined && <p className={styles["small"]}>{footer}</p>}
    </div>
  );
}
