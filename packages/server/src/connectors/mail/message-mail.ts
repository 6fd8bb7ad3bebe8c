import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";
import type { Mail } from "./send-mail.ts";
import { renderWithin } from "#connectors/markup/fit.ts";
import { renderHtml } from "#connectors/markup/html.ts";
import { linkAddress, plainLine, plainLines } from "@plumb/contract/text/plain.ts";
import { plainTitle } from "#connectors/markup/plain.ts";
import { bounded, type Message } from "#connectors/message.ts";
import { mailButton, mailPage } from "./mail-page.ts";
import { escapeHtml } from "#core/escape-html.ts";

const maxSubject = 200;
/** Maximum number of characters. Mail programs truncate larger mails, and servers reject them. */
const maxText = 50_000;
const colors = { failure: "#b42318", warning: "#b54708", success: "#067647", neutral: "#55545f" } as const;

interface MailFrame {
  readonly brandName: string;
  /** Colour of the button as `#rrggbb`; neutral if it is absent. */
  readonly color?: string | null;
  /** Subject, if it differs from the title: all mails of a thread have the same subject. */
  readonly subject?: string;
  /** Link below the footer. */
  readonly setting?: { readonly label: string; readonly url: string };
}

/** Returns a message as plain text and as equivalent HTML. It loads nothing from the network. */
export function messageMail(
  message: Message,
  { brandName, color = null, setting, ...frame }: MailFrame,
): Omit<Mail, "to"> {
  const { title, url, facts, actions, footer, tone, ...rest } = bounded(message);
  const blocks = renderWithin(rest.blocks, [], {
    render: (parts) => parts,
    length: (parts) => parts.map(plainBlock).join("\n\n").length,
    maxLength: maxText,
    service: "an email",
  });
  const links = (actions.length === 0 ? [{ label: "Open", url }] : actions).flatMap(({ label, url: to }) => {
    const address = linkAddress(to);
    return address === null ? [] : [{ label: plainLine(label), address }];
  });
  const heading = plainTitle(title, maxSubject);
  const subject = frame.subject === undefined ? heading : plainTitle(frame.subject, maxSubject);
  const factLines = facts.map(({ label, value }) => `${plainLine(label)}: ${plainLine(value)}`);
  const end = [
    footer === null ? "" : plainLine(footer),
    setting === undefined ? "" : `${setting.label}:\n${setting.url}`,
    `-- \n${brandName}`,
  ];
  const text = [
    heading,
    factLines.join("\n"),
    ...blocks.map(plainBlock),
    ...links.map(({ label, address }) => `${label}:\n${address}`),
    ...end,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
  const html = mailPage(
    subject,
    [
      `<p style="font-size:13px">${escapeHtml(brandName)}</p>`,
      `<h1 style="margin:0 0 16px;padding-left:12px;border-left:4px solid ${colors[tone]};font-size:18px">${escapeHtml(heading)}</h1>`,
      factTable(facts),
      renderHtml(blocks),
      ...links.map(({ label, address }, index) =>
        index === 0
          ? mailButton({ label, url: address }, color)
          : `<p><a href="${escapeHtml(address)}">${escapeHtml(label)}</a></p>`,
      ),
      footer === null ? "" : `<p style="font-size:13px">${escapeHtml(plainLine(footer))}</p>`,
      setting === undefined
        ? ""
        : `<p style="font-size:13px"><a href="${escapeHtml(setting.url)}">${escapeHtml(setting.label)}</a></p>`,
    ]
      .filter((part) => part !== "")
      .join("\n"),
  );
  return { subject, text, html };
}

function factTable(facts: Message["facts"]): string {
  if (facts.length === 0) return "";
  const rows = facts.map(
    ({ label, value }) => `<tr><th>${escapeHtml(plainLine(label))}</th><td>${escapeHtml(plainLine(value))}</td></tr>`,
  );
  return `<table role="presentation" style="margin:0 0 14px;border-spacing:0;font-size:inherit">${rows.join("")}</table>`;
}

function plainBlock(block: Block): string {
  if (block.kind === "heading") return plainLine(block.text);
  if (block.kind === "code")
    return plainLines(block.text)
      .split("\n")
      .map((line) => `    ${line}`)
      .join("\n");
  if (block.kind === "paragraph") return plain(block.content);
  return block.items.map((item) => `- ${plain(item)}`).join("\n");
}

function plain(line: readonly Inline[]): string {
  return line
    .map((part) =>
      typeof part === "string"
        ? plainLine(part)
        : "code" in part
          ? plainLine(part.code)
          : `${plainLine(part.text)} (${part.url})`,
    )
    .join("");
}
