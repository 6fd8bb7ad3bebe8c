import type { Caller } from "#http/caller.ts";
import { signedIn } from "#http/caller.ts";
import type { ItemEditor } from "#items/item-editor.ts";

/** Returns the caller as the author of a change to an item. */
export function editorOf(call: {
  readonly projectId: number;
  readonly caller: Caller;
  readonly now: Date;
}): ItemEditor {
  return { projectId: call.projectId, user: signedIn(call.caller).user, now: call.now };
}

/** Returns the user id of the caller; `null` for an API key. */
export function userIdOf(caller: Caller): number | null {
  return caller.kind === "user" ? caller.user.id : null;
}
