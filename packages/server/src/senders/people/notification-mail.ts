import { formatCalendarDay } from "@plumb/contract/figures.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { NotificationType } from "@plumb/contract/people/notifications.ts";
import type { Block } from "@plumb/contract/text/rich-text.ts";
import type { Message } from "#connectors/message.ts";
import type { MailedNotification } from "#store/people/mailed-notifications.ts";

/** Content of a mail to a user. */
export interface PersonalMessage {
  readonly message: Message;
  /** Mails with the same subject belong to one thread, and have the title of the first one. */
  readonly thread: { readonly subject: string; readonly title: string } | null;
}

const tones: Readonly<Record<NotificationType, Message["tone"]>> = {
  annotation: "neutral",
  warning: "warning",
  error: "failure",
  success: "success",
  other: "neutral",
};

/** Returns the mail about one notification. Mails about an analysis item belong to one thread. */
export function notificationMessage(notification: MailedNotification, publicUrl: string): PersonalMessage {
  const { title, message, type, actionUrl, metadata, projectId, projectName, annotationId, itemTitle } = notification;
  const url = `${publicUrl}${actionUrl ?? "/"}`;
  const facts = [
    ...(projectName === null ? [] : [{ label: "Project", value: projectName }]),
    ...(metadata.dueDate === undefined
      ? []
      : [{ label: "Due date", value: formatCalendarDay(metadata.dueDate.slice(0, 10)) }]),
  ];
  return {
    message: {
      title,
      url,
      tone: tones[type],
      facts,
      blocks: paragraphs(message),
      actions: actionUrl === null ? [] : [{ label: actionLabel(actionUrl), url }],
      footer: "You receive this email because of your notification settings.",
    },
    thread:
      annotationId === null || itemTitle === null
        ? null
        : {
            subject: `item:${projectId}:${annotationId}`,
            title: `${cut(itemTitle, 120)} (${cut(projectName ?? "", 60)})`,
          },
  };
}

function actionLabel(path: string): string {
  if (path.startsWith("/analysis?annotation=")) return "Open the analysis item";
  return path.startsWith("/reports/") ? "Open the report" : "Open the page";
}

/** A comment may have several lines. */
function paragraphs(text: string): Block[] {
  return text
    .split(/\n+/)
    .filter((line) => line.trim() !== "")
    .map((line) => ({ kind: "paragraph", content: [line] }));
}
