import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { AnsiText } from "#ui/code/ansi-text.tsx";
import { CodeBlock } from "#ui/code/code-block.tsx";
import block from "#ui/code/code-block.module.css";
import styles from "./code-frame.module.css";

/** Longer snippets are usually whole files, which are shown as plain text. */
const maxLines = 200;
const maxChars = 20_000;

/** Matches the failed line as marked by tools: `> 42 | …`. */
const failing = /^\s*>\s*\d+\s*\|/;

/** Source lines around a failure as formatted by the tool, with the failed line highlighted. They are copied with the error. */
export function CodeFrame({ snippet }: { readonly snippet: string }) {
  const lines = snippet.length > maxChars ? [] : snippet.replace(/\n+$/, "").split("\n");
  if (lines.length === 0 || lines.length > maxLines)
    return <CodeBlock text={snippet} what="code around the failure" wrap={false} />;
  return (
    <div className={block["block"]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
      <pre tabIndex={0} aria-label="code around the failure" className={`${block["text"]} ${styles["frame"]}`}>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no identity but their place
          <span key={index} className={failing.test(stripAnsi(line)) ? styles["failing"] : ""}>
            <AnsiText text={line} />
            {"\n"}
          </span>
        ))}
      </pre>
    </div>
  );
}
