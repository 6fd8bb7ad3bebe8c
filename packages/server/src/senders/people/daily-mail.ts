import { counted } from "@plumb/contract/text/counted.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";
import type { PersonalMessage } from "./notification-mail.ts";
import type { MailedNotification } from "#store/people/mailed-notifications.ts";

const maxListed = 50;

/** Returns the daily mail with unread notifications by project, newest first. */
export function dailyMessage(notifications: readonly MailedNotification[], publicUrl: string): PersonalMessage {
  const count = notifications.length;
  const newest = notifications.toSorted((a, b) => b.id - a.id);
  const byProject = Map.groupBy(
    newest.slice(0, maxListed),
    ({ projectName, metadata }) => projectName ?? metadata.projectName ?? "Other",
  );
  const blocks = [...byProject].flatMap(([name, listed]): Block[] => [
    { kind: "heading", text: name },
    { kind: "list", items: listed.map((notification) => lineOf(notification, publicUrl)) },
  ]);
  const more = count - maxListed;
  return {
    message: {
      title: counted(count, "unread notification"),
      url: `${publicUrl}/`,
      tone: newest.some(({ type }) => type === "error") ? "failure" : "neutral",
      facts: [],
      blocks: [...blocks, ...(more > 0 ? [{ kind: "paragraph" as const, content: [`and ${more} older ones`] }] : [])],
      actions: [{ label: "Open the app", url: `${publicUrl}/` }],
      footer: "You receive this email once a day because of your notification settings.",
    },
    thread: null,
  };
}

function lineOf({ title, message, actionUrl }: MailedNotification, publicUrl: string): Inline[] {
  const name = actionUrl === null ? title : { text: title, url: `${publicUrl}${actionUrl}` };
  return [name, ` — ${cut(message.replaceAll(/\s+/g, " "), 200)}`];
}
