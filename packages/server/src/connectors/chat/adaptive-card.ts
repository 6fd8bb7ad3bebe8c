import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";
import { renderWithin } from "#connectors/markup/fit.ts";
import { zeroWidth } from "@plumb/contract/text/markdown.ts";
import { linkAddress, plainLine, plainLines } from "@plumb/contract/text/plain.ts";
import { plainTitle } from "#connectors/markup/plain.ts";
import { bounded, type Message } from "#connectors/message.ts";

/**
 * Teams accepts messages of 28 KB (https://learn.microsoft.com/microsoftteams/limits-specifications-teams), but counts more bytes than it receives
 * (https://github.com/MicrosoftDocs/msteams-docs/issues/11274), and drops larger ones after accepting them.
 */
const maxBytes = 20_000;
const colors = { failure: "Attention", warning: "Warning", success: "Good", neutral: "Default" } as const;

/**
 * Returns a message as the request body for a Microsoft Teams workflow: an Adaptive Card of version 1.4
 * (https://adaptivecards.microsoft.com/designer).
 */
export function teamsMessage(message: Message) {
  const { title, url, tone, facts, blocks, actions, footer } = bounded(message);
  const head = [
    {
      type: "TextBlock",
      text: escaped(plainTitle(title, 250)),
      size: "Large",
      weight: "Bolder",
      color: colors[tone],
      wrap: true,
    },
    ...(facts.length === 0
      ? []
      : [
          {
            type: "FactSet",
            facts: facts.map(({ label, value }) => ({ title: escaped(label), value: escaped(value) })),
          },
        ]),
  ];
  const foot =
    footer === null ? [] : [{ type: "TextBlock", text: escaped(footer), isSubtle: true, size: "Small", wrap: true }];
  const links = (actions.length === 0 ? [{ label: "Open", url }] : actions).flatMap(({ label, url: to }) => {
    const address = linkAddress(to);
    return address === null ? [] : [{ type: "Action.OpenUrl", title: plainLine(label), url: address }];
  });
  const envelope = (body: readonly object[]) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          type: "AdaptiveCard",
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          version: "1.4",
          body: [...head, ...body, ...foot],
          actions: links,
          msteams: { width: "Full" },
        },
      },
    ],
  });
  return renderWithin(blocks, [], {
    render: (visible) => envelope(visible.flatMap(element)),
    length: (rendered) => Buffer.byteLength(JSON.stringify(rendered)),
    maxLength: maxBytes,
    service: "Teams",
  });
}

function element(block: Block): object[] {
  if (block.kind === "heading") return [{ type: "TextBlock", text: escaped(block.text), weight: "Bolder", wrap: true }];
  if (block.kind === "code")
    return [
      // A single line break is a space in Markdown.
      {
        type: "TextBlock",
        text: plainLines(block.text).split("\n").map(escaped).join("\n\n"),
        fontType: "Monospace",
        wrap: true,
      },
    ];
  if (block.kind === "paragraph") return [{ type: "TextBlock", text: block.content.map(inline).join(""), wrap: true }];
  const items = block.items.map((item) => `- ${item.map(inline).join("")}`);
  return items.length === 0 ? [] : [{ type: "TextBlock", text: items.join("\r"), wrap: true }];
}

function inline(part: Inline): string {
  if (typeof part === "string") return escaped(part);
  if ("code" in part) return escaped(part.code);
  const address = linkAddress(part.url);
  if (address === null) return escaped(part.text);
  return `[${escaped(part.text).replaceAll(/[[\]]/g, String.raw`\$&`)}](${address})`;
}

/**
 * Cards show a part of Markdown: https://learn.microsoft.com/adaptive-cards/authoring-cards/text-features. Phones show each backslash
 * (https://github.com/MicrosoftDocs/msteams-docs/issues/5793), so only characters that would format the text have one. Links, lists and headings are
 * interrupted by a zero-width space.
 */
function escaped(text: string): string {
  return plainLine(text)
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, String.raw`\\`)
    .replace(/(?<!\s)\*|\*(?!\s|$)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`)
    .replace(/\](?=[([:]|$)|!(?=\[|$)|<(?=[a-z][a-z\d+.-]*[:@])/gi, `$&${zeroWidth}`)
    .replace(/<(?=at>|\/at>)/gi, "&lt;")
    .replace(/^(?=\s?(?:[-+*>]\s|\d{1,9}[.)]|#{1,6}(?:\s|$)))/, zeroWidth);
}
