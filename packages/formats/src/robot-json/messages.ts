import { asString, type JsonObject } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { withoutMarkup } from "#text/without-markup.ts";

interface Messages {
  readonly output: string;
  /** What Robot logs for developers behind a failure. */
  readonly traceback: string;
  /** Pictures that messages show: what libraries call a screenshot. */
  readonly pictures: readonly string[];
}

/** What a test logged. */
export function messagesOf(items: Iterable<{ readonly item: JsonObject }>): Messages {
  const lines: string[] = [];
  const pictures = new Set<string>();
  let traceback = "";
  let length = 0;
  for (const { item } of items) {
    if (item["type"] !== "MESSAGE") continue;
    const level = asString(item["level"]) ?? "INFO";
    const text = asString(item["message"]) ?? "";
    if (level === "DEBUG" && text.startsWith("Traceback")) traceback ||= text;
    if (item["html"] === true) for (const path of picturesIn(text)) pictures.add(path);
    if (length > limits.output) continue;
    const line = `${level} ${item["html"] === true ? withoutMarkup(text) : text}\n`;
    length += line.length;
    lines.push(line);
  }
  return { output: lines.join(""), traceback, pictures: [...pictures] };
}

/** Those in files of their own; others are part of the message. */
function picturesIn(html: string): string[] {
  const sources = html.matchAll(
    /<img\b[^<>]*?\bsrc="([^"<>]{1,1000})"|<a\b[^<>]*?\bhref="([^"<>]{1,1000}\.(?:png|jpe?g|webm|mp4))"/gi,
  );
  return Array.from(sources, (match) => match[1] ?? match[2] ?? "");
}
