import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";
import { linkAddress, plainLine, plainLines } from "@plumb/contract/text/plain.ts";
import { renderWithin } from "#connectors/markup/fit.ts";
import { plainTitle } from "#connectors/markup/plain.ts";
import { bounded, type Message } from "#connectors/message.ts";

/**
 * Limits of Slack: https://docs.slack.dev/reference/block-kit/blocks. `total` is the text of all blocks: Slack rejects
 * more than about 13,200 characters with `msg_blocks_too_long`, which its documentation does not mention.
 */
const longest = { header: 150, section: 3000, blocks: 50, total: 12_000, address: 1500 } as const;

interface SlackText {
  readonly type: "mrkdwn" | "plain_text";
  readonly text: string;
  /** Slack does not turn names and addresses into links. */
  readonly verbatim?: true;
  readonly emoji?: false;
}

type SlackBlock =
  | { readonly type: "header"; readonly text: SlackText }
  | { readonly type: "section"; readonly text: SlackText }
  | { readonly type: "context"; readonly elements: readonly SlackText[] };

export interface SlackMessage {
  /** Shown in notifications and by clients without blocks. */
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
  readonly unfurl_links: false;
  readonly unfurl_media: false;
}

/** Part of `SentAs`. */
export interface Mentioning {
  /** Such as `<!subteam^S012AB3CD>`. */
  readonly mention?: string | null;
}

/**
 * Returns a message in Slack's Block Kit. Texts cannot mention users, because the characters for mentions are escaped. Only the settings of the
 * connection contain mentions.
 */
export function slackMessage(message: Message, { mention = null }: Mentioning = {}): SlackMessage {
  const { title, url, facts, blocks, actions, footer } = bounded(message);
  const visible = actions.length === 0 ? [{ label: "Open", url }] : actions;
  const links = visible.flatMap((action) => link(action.label, action.url) ?? []);
  const parts: SlackBlock[] = [
    { type: "header", text: { type: "plain_text", text: plainTitle(title, longest.header), emoji: false } },
    ...context(facts.map(({ label, value }) => `*${escaped(label)}:* ${escaped(value)}`)),
    ...blocks.slice(0, longest.blocks).flatMap((block) => section(renderedWithin(block))),
  ];
  const last = [...section(mention ?? ""), ...section(links.join("  ·  ")), ...context([escaped(footer ?? "")])];
  const retained = fitting(parts, longest.blocks - last.length - 1, longest.total - lengthOf(last));
  const left = parts.length - retained.length + Math.max(0, blocks.length - longest.blocks);
  return {
    text: escaped(plainTitle(title, 500)),
    blocks: [...retained, ...(left > 0 ? context([`${left} more parts are not shown.`]) : []), ...last],
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** Returns the first blocks, at most `most`, with at most `characters` of text. */
function fitting(blocks: readonly SlackBlock[], most: number, characters: number): readonly SlackBlock[] {
  const first = blocks.slice(0, most);
  const end = first.findIndex((_, index) => lengthOf(first.slice(0, index + 1)) > characters);
  return end === -1 ? first : first.slice(0, end);
}

function lengthOf(blocks: readonly SlackBlock[]): number {
  const texts = blocks.flatMap((block) => (block.type === "context" ? block.elements : [block.text]));
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}

/** Returns a block that was truncated before rendering, so that no link, mark or escaped character is cut in half. */
function renderedWithin(block: Block): string {
  return renderWithin([block], [], {
    render: (parts) => parts.map(rendered).join("\n"),
    length: (text) => text.length,
    maxLength: longest.section,
    service: "Slack",
  });
}

function rendered(block: Block): string {
  if (block.kind === "heading") return `*${escaped(block.text)}*`;
  // Three backticks would end the block.
  if (block.kind === "code") return `\`\`\`${escapedLines(block.text).replaceAll("```", "'''")}\`\`\``;
  if (block.kind === "paragraph") return block.content.map(inline).join("");
  return block.items.map((item) => `• ${item.map(inline).join("")}`).join("\n");
}

function inline(part: Inline): string {
  if (typeof part === "string") return escaped(part);
  if ("code" in part) return `\`${escaped(part.code).replaceAll("`", "'")}\``;
  return link(part.text, part.url) ?? escaped(part.text);
}

function link(text: string, url: string): string | null {
  const address = linkAddress(url);
  return address === null || address.length > longest.address
    ? null
    : `<${address.replaceAll("&", "&amp;")}|${escaped(text).replaceAll("|", "¦")}>`;
}

/** https://docs.slack.dev/messaging/formatting-message-text/#escaping */
function escapedLines(text: string): string {
  return plainLines(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * Also keeps `*`, `_`, `~` and backticks from formatting, with a zero-width space. Between letters and digits, they have no effect: without the
 * space, a name such as `feature/gift_wrap` can be copied.
 */
function escaped(text: string): string {
  return escapedLines(plainLine(text)).replace(/`|(?<![\p{L}\p{N}])[*_~]|[*_~](?![\p{L}\p{N}])/gu, "$&\u200b");
}

function section(text: string): SlackBlock[] {
  if (text.trim() === "") return [];
  return [{ type: "section", text: { type: "mrkdwn", text, verbatim: true } }];
}

/** Shows at most ten texts, none of them empty: https://docs.slack.dev/reference/block-kit/blocks/context-block */
function context(texts: readonly string[]): SlackBlock[] {
  const visible = texts.filter((text) => text.trim() !== "");
  if (visible.length === 0) return [];
  return [{ type: "context", elements: visible.map((text) => ({ type: "mrkdwn", text, verbatim: true })) }];
}
