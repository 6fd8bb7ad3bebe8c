/** A part of a text in Slack's mrkdwn. */
export type SlackPart =
  | { readonly kind: "text" | "bold" | "code" | "pre"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly url: string };

const marked =
  /```([^]*?)```|`([^`\n]+)`|\*([^*\n]+)\*(?!\u200b)|<(https?:\/\/[^|>\s]+)\|([^>\n]*)>|<!subteam\^([A-Z0-9]+)>/g;
/** Longer texts are not formatted. Slack accepts 3,000 characters per section. */
const maxLength = 10_000;

/** Reads the part of mrkdwn that messages of Plumb contain. https://docs.slack.dev/messaging/formatting-message-text/ */
export function readSlackText(text: string): SlackPart[] {
  if (text.length > maxLength) return [{ kind: "text", text: unescaped(text) }];
  const parts: SlackPart[] = [];
  let from = 0;
  for (const match of text.matchAll(marked)) {
    const [all, pre, code, bold, url, label = "", group] = match;
    if (match.index > from) parts.push({ kind: "text", text: unescaped(text.slice(from, match.index)) });
    from = match.index + all.length;
    if (pre !== undefined) parts.push({ kind: "pre", text: unescaped(pre) });
    else if (code !== undefined) parts.push({ kind: "code", text: unescaped(code) });
    else if (bold !== undefined) parts.push({ kind: "bold", text: unescaped(bold) });
    // Slack shows the name of the group.
    else if (group !== undefined) parts.push({ kind: "bold", text: `@${group}` });
    else parts.push({ kind: "link", text: unescaped(label), url: unescaped(url ?? "") });
  }
  if (from < text.length) parts.push({ kind: "text", text: unescaped(text.slice(from)) });
  return parts;
}

/** Also removes the spaces without width that keep characters from formatting. */
function unescaped(text: string): string {
  return text.replaceAll("\u200b", "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
