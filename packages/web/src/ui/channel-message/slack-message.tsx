import { readSlackText } from "@plumb/contract/text/slack-text.ts";
import { Fragment, type ReactNode } from "react";
import styles from "./channel-message.module.css";
import type { SlackContent } from "./contents.ts";
import { ExternalLink } from "./external-link.tsx";

/** Blocks of a message in Slack. */
export function SlackMessage({ content }: { readonly content: SlackContent }) {
  return (
    <div className={styles["message"]}>
      {content.blocks.map(({ type, text, elements = [] }, index) =>
        type === "header" ? (
          <b key={index} className={styles["title"]}>
            {text?.text}
          </b>
        ) : type === "section" ? (
          <p key={index} className={styles["lines"]}>
            {formatted(text?.text ?? "")}
          </p>
        ) : (
          <p key={index} className={styles["small"]}>
            {elements.map((element, at) => (
              <span key={at}>{formatted(element.text)}</span>
            ))}
          </p>
        ),
      )}
    </div>
  );
}

function formatted(text: string): ReactNode {
  return readSlackText(text).map((part, index) => {
    if (part.kind === "link")
      return (
        <ExternalLink key={index} url={part.url}>
          {part.text}
        </ExternalLink>
      );
    if (part.kind === "bold") return <b key={index}>{part.text}</b>;
    if (part.kind === "code") return <code key={index}>{part.text}</code>;
    if (part.kind === "pre")
      return (
        <code key={index} className={styles["code"]}>
          {part.text}
        </code>
      );
    return <Fragment key={index}>{part.text}</Fragment>;
  });
}
