import { actorName } from "@plumb/contract/items/item-labels.ts";
import type { User } from "@plumb/contract/people/auth.ts";
import type { AgentKey } from "@plumb/contract/projects/api-keys.ts";
import { ApiError } from "#core/api-error.ts";
import type { EventAuthor } from "#store/items/history.ts";

/** The user who changes an item, with project and time. */
export interface ItemEditor {
  readonly projectId: number;
  readonly user: Pick<User, "displayName" | "email" | "id" | "name" | "timezone">;
  readonly now: Date;
  /** The agent that acts for the user, and the IP address of its request. */
  readonly agent?: AgentKey & { readonly address: string };
}

/** Returns the user with the name that screens display. */
export function authorOf({ user: { id, displayName, name, email }, agent }: ItemEditor): EventAuthor {
  const visible = [displayName, name].find((text) => text !== null && text.trim() !== "");
  return { userId: id, name: visible?.trim() ?? email, agentKeyId: agent?.id ?? null };
}

/** Returns the actor's display name: a user, or a user's agent. */
export function editorName(editor: ItemEditor): string {
  return actorName(authorOf(editor).name, editor.agent ?? null);
}

export function noItem(): ApiError {
  return new ApiError("not_found", "This analysis item does not exist, or is not in this project.");
}
