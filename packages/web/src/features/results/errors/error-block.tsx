import { type ExpectedReceived, expectedReceived } from "@plumb/analysis/errors/expected-received.ts";
import { printedError } from "@plumb/analysis/errors/printed-error.ts";
import { stackBeyond } from "@plumb/analysis/errors/stack-beyond.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { TestError } from "@plumb/contract/result-event.ts";
import { useMemo } from "react";
import { CodeBlock } from "#ui/code/code-block.tsx";
import { CodeFrame } from "./code-frame.tsx";
import { DifferenceBlock } from "./difference-block.tsx";
import styles from "#features/results/detail/result-detail.module.css";

interface ErrorBlockProps {
  readonly error: TestError;
  /** Position among several errors. */
  readonly place?: { readonly number: number; readonly of: number } | undefined;
}

/** Error with message, difference, code and the rest of the stack. */
export function ErrorBlock({ error, place: numbered }: ErrorBlockProps) {
  // Some tools include code frame and stack in the message. They are separated here.
  const printed = useMemo(() => printedError(error.message), [error.message]);
  const values = useMemo(() => expectedReceived(printed.text), [printed]);
  const frame = error.snippet === undefined || error.snippet === "" ? printed.frame : error.snippet;
  const stack = stackBeyond(printed.text, error.stack) ?? printed.stack;
  const location =
    error.file === undefined
      ? null
      : [error.file, error.line, error.column].filter((part) => part !== undefined).join(":");
  const text = printed.text.trim() === "" ? (error.type ?? "No message reported") : printed.text;
  const message = withType(text, error.type);
  const visible = values === null ? message : withoutValues(message, values);
  return (
    <div className={styles["error"]}>
      {numbered !== undefined && <h4 className={styles["number"]}>{`Error ${numbered.number} of ${numbered.of}`}</h4>}
      <CodeBlock
        text={visible}
        copied={frame === null ? message : `${message}\n\n${frame}`}
        what="error message"
        tone="error"
      />
      {values !== null && <DifferenceBlock values={values} />}
      {frame !== null && <CodeFrame snippet={frame} />}
      {location !== null && <p className={styles["place"]}>{location}</p>}
      {stack !== null && (
        <details open={error.message.trim() === ""} className={styles["details"]}>
          <summary>Stack trace</summary>
          <CodeBlock text={stack} what="stack trace" wrap={false} />
        </details>
      )}
    </div>
  );
}

/** JUnit reports an exception's class next to the message instead of in it. */
function withType(message: string, type: string | undefined): string {
  if (type === undefined || type.trim() === "") return message;
  const short = type.split(".").at(-1) ?? type;
  return message.slice(0, 2000).includes(short) ? message : `${type}: ${message}`;
}

const label = /^\s*(?:Expected|Received|Actual|expected|received|actual|but was)\b[\w ]*:\s*/;

/** Removes the lines of the expected and the received value, which are shown below. */
function withoutValues(message: string, { expected, received }: ExpectedReceived): string {
  const lines = message.split("\n");
  const lineOf = (value: string) =>
    lines.findIndex((line) => {
      const text = stripAnsi(line);
      return label.test(text) && text.replace(label, "").trim() === value;
    });
  const [one, other] = [lineOf(expected), lineOf(received)];
  if (one === -1 || other === -1) return message;
  const rest = lines
    .filter((_line, index) => index !== one && index !== other)
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trimEnd();
  return rest === "" ? message : rest;
}
