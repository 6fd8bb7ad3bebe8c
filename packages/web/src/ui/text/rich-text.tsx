import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";
import type { ReactNode } from "react";
import styles from "./rich-text.module.css";

/** Formatted text. Links open in a new tab. */
export function RichText({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className={styles["text"]}>
      {blocks.map((block, index) => (
        <Part key={index} block={block} />
      ))}
    </div>
  );
}

function Part({ block }: { readonly block: Block }): ReactNode {
  if (block.kind === "heading") return <b>{block.text}</b>;
  if (block.kind === "code") return <pre>{block.text}</pre>;
  if (block.kind === "paragraph") return <p>{block.content.map(inlined)}</p>;
  return (
    <ul>
      {block.items.map((item, index) => (
        <li key={index}>{item.map(inlined)}</li>
      ))}
    </ul>
  );
}

function inlined(part: Inline, index: number): ReactNode {
  if (typeof part === "string") return part;
  if ("code" in part) return <code key={index}>{part.code}</code>;
  return (
    <a key={index} href={part.url} target="_blank" rel="noreferrer noopener">
      {part.text}
    </a>
  );
}
