import type { TestError } from "@plumb/contract/result-event.ts";
import { useMemo } from "react";
import { CodeBlock } from "#ui/code-block.tsx";
import { CodeFrame } from "./code-frame.tsx";
import { DifferenceBlock } from "./difference-block.tsx";
import { expectedReceived } from "./expected-received.ts";
import styles from "#features/results/detail/result-detail.module.css";
import { stackBeyond } from "./stack-beyond.ts";

/** One error: message, what differed, the code around it, then the rest of the stack. */
export function ErrorBlock({ error }: { readonly error: TestError }) {
  const stack = stackBeyond(error.message, error.stack);
  const place =
    error.file === undefined
      ? null
      : [error.file, error.line, error.column].filter((part) => part !== undefined).join(":");
  const message = error.message.trim() === "" ? (error.type ?? "The report gives no message") : error.message;
  const values = useMemo(() => expectedReceived(error.message), [error.message]);
  const framed = error.snippet !== undefined && error.snippet !== "" && !message.includes(error.snippet);
  return (
    <div className={styles["error"]}>
      <CodeBlock text={message} what="error message" tone="error" />
      {values !== null && <DifferenceBlock values={values} />}
      {framed && <CodeFrame snippet={error.snippet ?? ""} />}
      {place !== null && <p className={styles["place"]}>{place}</p>}
      {stack !== null && (
        <details open={error.message.trim() === ""} className={styles["details"]}>
          <summary>Stack trace</summary>
          <CodeBlock text={stack} what="stack trace" wrap={false} />
        </details>
      )}
    </div>
  );
}
