import type { Member } from "@plumb/contract/projects/members.ts";

/** Returns a notice if the members could not be loaded and none were loaded before. */
export function membersNote(members: readonly Member[], error: Error | null): string | undefined {
  return error === null || members.length > 0
    ? undefined
    : "The members of this project could not be loaded. Reload the page to choose another person.";
}
