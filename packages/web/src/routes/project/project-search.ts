import type { InvitationStatus } from "@plumb/contract/people/invitations.ts";

export const projectTabs = ["members", "api-keys", "share-links", "settings"] as const;
export type ProjectTab = (typeof projectTabs)[number];

/** URL parameters of a project page. Members are the default. */
export interface ProjectSearch {
  readonly tab?: Exclude<ProjectTab, "members"> | undefined;
  /** Status filter of the invitations. */
  readonly invitations?: InvitationStatus | undefined;
}

const invitationStatuses = ["pending", "accepted", "expired", "revoked"] as const;

/** Parses the URL parameters and ignores invalid values. */
export function projectSearch(raw: Record<string, unknown>): ProjectSearch {
  const tab = (["api-keys", "share-links", "settings"] as const).find((known) => known === raw["tab"]);
  const invitations = invitationStatuses.find((known) => known === raw["invitations"]);
  return { ...(tab !== undefined && { tab }), ...(invitations !== undefined && { invitations }) };
}

/** URL parameters of the project overview. */
export interface ProjectsSearch {
  readonly q?: string | undefined;
}

/** Limit of the server. */
const maxSearchLength = 200;

export function projectsSearch(raw: Record<string, unknown>): ProjectsSearch {
  // The router reads `q=404` as a number.
  const q = typeof raw["q"] === "string" || typeof raw["q"] === "number" ? String(raw["q"]) : "";
  return q === "" ? {} : { q: q.slice(0, maxSearchLength) };
}
