import type { TestError } from "@plumb/contract/result-event.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import styles from "./result-detail.module.css";
import { stackBeyond } from "./stack-beyond.ts";

/** One error: message, the code around it, then the rest of the stack. */
export function ErrorBlock({ error }: { readonly error: TestError }) {
  const stack = stackBeyond(error.message, error.stack);
  const place =
    error.file === undefined
      ? null
      : [error.file, error.line, error.column].filter((part) => part !== undefined).join(":");
  const message = error.message.trim() === "" ? (error.type ?? "The report gives no message") : error.message;
  return (
    <div className={styles["error"]}>
      <CodeBlock text={message} what="error message" tone="error" />
      {error.snippet !== undefined && error.snippet !== "" && !message.includes(error.snippet) && (
        <CodeBlock text={error.snippet} what="code around the failure" wrap={false} />
      )}
      {place !== null && <p className={styles["place"]}>{place}</p>}
      {stack !== null && (
        <details open={error.snippet === undefined} className={styles["details"]}>
          <summary>Stack trace</summary>
          <CodeBlock text={stack} what="stack trace" wrap={false} />
        </details>
      )}
    </div>
  );
}
