import type { Block } from "@plumb/contract/text/rich-text.ts";
import type { ReactNode } from "react";
import styles from "./channel-message.module.css";
import type { TeamsContent, TeamsElement } from "./contents.ts";
import { ExternalLink } from "./external-link.tsx";
import { readLine } from "./read-markdown.ts";
import { RichText } from "#ui/text/rich-text.tsx";

/** Cards use these names for their own colours. */
const colors: Readonly<Record<string, string>> = {
  Attention: "var(--failed-ink)",
  Warning: "var(--skipped-ink)",
  Good: "var(--passed-ink)",
};

/** An Adaptive Card in Teams. */
export function TeamsCard({ content }: { readonly content: TeamsContent }): ReactNode {
  return content.attachments.map(({ content: { body, actions } }, index) => (
    <div key={index} className={styles["message"]}>
      {body.map((element, at) => (
        <Element key={at} element={element} />
      ))}
      <p className={styles["actions"]}>
        {actions.map(({ title, url }) => (
          <ExternalLink key={title} url={url}>
            {title}
          </ExternalLink>
        ))}
      </p>
    </div>
  ));
}

function Element({ element }: { readonly element: TeamsElement }): ReactNode {
  const { type, text = "", size, weight, color = "", fontType, isSubtle = false, facts = [] } = element;
  if (type === "FactSet")
    return (
      <dl>
        {facts.map(({ title, value }, index) => (
          <div key={index}>
            <dt>{lineText(title)}</dt>
            <dd>{lineText(value)}</dd>
          </div>
        ))}
      </dl>
    );
  if (fontType === "Monospace")
    return <code className={styles["code"]}>{text.split("\n\n").map(lineText).join("\n")}</code>;
  if (isSubtle) return <p className={styles["small"]}>{lineText(text)}</p>;
  if (weight === "Bolder")
    return (
      <b className={size === "Large" ? styles["title"] : undefined} style={{ color: colors[color] }}>
        {lineText(text)}
      </b>
    );
  return <RichText blocks={[blockOf(text)]} />;
}

/** A card separates the items of a list with a carriage return. */
function blockOf(text: string): Block {
  if (!text.startsWith("- ")) return { kind: "paragraph", content: readLine(text) };
  return { kind: "list", items: text.split("\r").map((item) => readLine(item.replace(/^- /, ""))) };
}

function lineText(text: string): string {
  return readLine(text)
    .map((part) => (typeof part === "string" ? part : "code" in part ? part.code : part.text))
    .join("");
}
