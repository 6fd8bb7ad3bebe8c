import { LongText } from "@plumb/contract/text/long-text.ts";
import { asString, type JsonObject } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import type { AttachmentRecord } from "#results/test-record.ts";
import { readHtmlMessage } from "#robot/html-message.ts";
import { isTraceback, logLine } from "#robot/outcome.ts";

interface Messages {
  readonly output: LongText;
  readonly traceback: string;
  /** Pictures that messages refer to or contain, which are usually screenshots. */
  readonly files: readonly AttachmentRecord[];
}

/**
 * Returns the log of a test.
 *
 * @param items Its body in document order. A message belongs to the last step above it.
 */
export function messagesOf(items: Iterable<{ readonly item: JsonObject; readonly depth: number }>): Messages {
  const output = new LongText(limits.output);
  const files: AttachmentRecord[] = [];
  let traceback = "";
  let steps = 0;
  /** Indices of the open steps, by depth. */
  const open: number[] = [];
  for (const { item, depth } of items) {
    if (item["type"] !== "MESSAGE") {
      open[depth] = steps++;
      continue;
    }
    const level = asString(item["level"]) ?? "INFO";
    if (level === "TRACE") continue;
    const content = asString(item["message"]) ?? "";
    const { text, files: visible } = item["html"] === true ? readHtmlMessage(content) : { text: content, files: [] };
    if (isTraceback(level, text)) traceback ||= text;
    if (files.length <= limits.artifactsPerAttempt)
      files.push(...visible.map((file) => ({ ...file, step: open[depth - 1] })));
    if (text !== "") output.add(`${logLine(level, text)}\n`);
  }
  return { output, traceback, files };
}
