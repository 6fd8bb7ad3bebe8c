import { htmlText } from "#text/html-text.ts";

/** An execution that was replaced when several outputs were merged. */
export interface OldExecution {
  readonly status: string;
  readonly message: string;
}

const oldStatus = /Old status:(?:<\/span>)?\s*(?:<span[^<>]{0,100}>)?\s*(PASS|FAIL|SKIP|NOT RUN)/g;
const endOfMessage = /<br>\s*<hr>|<hr>|\n- - -|$/;

/** Returns the message of a test as text, and the earlier executions, oldest first, which `rebot --merge` writes into the message. */
export function readMessage(text: string): { readonly message: string; readonly earlier: readonly OldExecution[] } {
  const isHtml = /^\s*\*HTML\*/.test(text);
  const plain = (part: string) => (isHtml ? htmlText(part) : part).trim();
  const all = text.replace(/^\s*\*HTML\*\s*/, "");
  if (!all.includes("re-executed") || !all.includes("Old status:")) return { message: plain(all), earlier: [] };
  const olds = Array.from(all.matchAll(oldStatus), (match) => ({ at: match.index, status: match[1] ?? "" }));
  const first = olds[0]?.at ?? all.length;
  const earlier = olds.map(({ at, status }, index) => {
    const part = all.slice(at, olds[index + 1]?.at ?? all.length);
    return { status, message: plain(after(part, "Old message:")) };
  });
  return { message: plain(after(all.slice(0, first), "New message:")), earlier: earlier.toReversed() };
}

function after(text: string, label: string): string {
  const at = text.indexOf(label);
  if (at < 0) return "";
  const rest = text.slice(at + label.length).replace(/^<\/span>/, "");
  return rest.slice(0, endOfMessage.exec(rest)?.index).replace(/<span class="old-status">$/, "");
}
