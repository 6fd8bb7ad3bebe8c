import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import type { Message } from "#connectors/message.ts";

/** A message of a rule. */
export interface RuleMessage {
  readonly event: RuleEvent;
  /** The same event has the same key, so that it is sent once. */
  readonly key: string;
  readonly at: Date;
  /** Messages with the same subject belong to one thread. */
  readonly subject: string | null;
  /** Renders the message, because most messages of a preview are only counted. */
  readonly message: () => Message;
}

export interface MessageScope {
  readonly projectId: number;
  readonly publicUrl: string;
}

export function causeSubject(groupId: number): string {
  return `cause:${groupId}`;
}

export function causeUrl({ projectId, publicUrl }: MessageScope, groupId: number): string {
  return `${publicUrl}/defects?group=${groupId}&project=${projectId}`;
}
