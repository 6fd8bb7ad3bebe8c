import { useState } from "react";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { formatBytes } from "#lib/format/format.ts";
import { AnsiText } from "./ansi-text.tsx";
import styles from "./code-block.module.css";
import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  readonly text: string;
  /** Text to copy, if it is not `text`. */
  readonly copied?: string;
  /** Name of the block. Completes "Copy …" and is used for the file name of a download. */
  readonly what: string;
  readonly tone?: "plain" | "error";
  /** Whether long lines wrap instead of scrolling. */
  readonly wrap?: boolean;
}

const firstChars = 12_000;
const moreChars = 200_000;

/**
 * Terminal text as printed by the tool. Texts longer than 12,000 characters are cut and expand on request, because megabytes of
 * text would freeze the page. Users can copy or download the whole text.
 */
export function CodeBlock({ text, copied = text, what, tone = "plain", wrap = true }: CodeBlockProps) {
  const [length, setLength] = useState(firstChars);
  const cut = text.length > length;
  return (
    <div className={`${styles["block"]} ${tone === "error" ? styles["error"] : ""}`}>
      <div className={styles["copy"]}>
        <CopyButton value={() => stripAnsi(copied)} what={what} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
      <pre tabIndex={0} aria-label={what} className={`${styles["text"]} ${wrap ? styles["wrap"] : ""}`}>
        <AnsiText text={cut ? text.slice(0, length) : text} />
      </pre>
      {cut && (
        <div className={styles["more"]}>
          <span>{`${formatBytes(length)} of ${formatBytes(text.length)} shown`}</span>
          <button type="button" onClick={() => setLength(length + moreChars)}>
            {text.length <= length + moreChars ? "Show all" : "Show more"}
          </button>
          <button type="button" onClick={() => download(stripAnsi(text), what)}>
            Download
          </button>
        </div>
      )}
    </div>
  );
}

function download(text: string, what: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${what.replaceAll(/\W+/g, "-")}.txt`;
  link.click();
  // Delayed, because the download starts after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
