import type { User } from "@plumb/contract/people/auth.ts";
import { ApiError } from "#core/api-error.ts";
import type { EventAuthor } from "#store/items/history.ts";

/** The user who changes an item, with project and time. */
export interface ItemEditor {
  readonly projectId: number;
  readonly user: Pick<User, "displayName" | "email" | "id" | "name" | "timezone">;
  readonly now: Date;
}

/** Returns the user with the name that all screens show. */
export function authorOf({ user: { id, displayName, name, email } }: ItemEditor): EventAuthor {
  const shown = [displayName, name].find((text) => text !== null && text.trim() !== "");
  return { userId: id, name: shown?.trim() ?? email };
}

export function noItem(): ApiError {
  return new ApiError("not_found", "This analysis item does not exist, or is not in this project.");
}
