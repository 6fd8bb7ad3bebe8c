import type { ItemPerson } from "@plumb/contract/items/annotations.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { memberLabel } from "#lib/session/member-label.ts";

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Returns the choices: unassigned, the user, then other members. */
export function assigneeChoices(members: readonly Member[], userId: number | undefined): Choice[] {
  return [
    { value: "", label: "Unassigned" },
    ...(userId === undefined ? [] : [{ value: String(userId), label: "Myself" }]),
    ...others(members, userId),
  ];
}

/** Returns the choices including the current assignee, who may no longer be a member. */
export function choicesWith(
  members: readonly Member[],
  userId: number | undefined,
  assignee: ItemPerson | null,
  assignedTo: number | null,
): Choice[] {
  const choices = assigneeChoices(members, userId);
  const value = String(assignedTo ?? "");
  if (assignee === null || choices.some((choice) => choice.value === value)) return choices;
  return [...choices, { value, label: `${assignee.name} (no longer a member)` }];
}

/** Returns the choices for a filter, including the member in the URL, who may have left. */
export function assigneeFilterChoices(
  members: readonly Member[],
  userId: number | undefined,
  chosen: "unassigned" | "me" | number | undefined,
): Choice[] {
  const choices = [
    { value: "", label: "All assignees" },
    { value: "unassigned", label: "Unassigned" },
    { value: "me", label: "Myself" },
    ...others(members, userId),
  ];
  const isKnown = chosen === undefined || choices.some(({ value }) => value === String(chosen));
  return isKnown
    ? choices
    : [...choices, { value: String(chosen), label: chosen === userId ? "Me" : "A former member" }];
}

/** Returns the choices for an item's creator. */
export function creatorFilterChoices(
  members: readonly Member[],
  userId: number | undefined,
  chosen: "me" | "agents" | number | undefined,
): Choice[] {
  const choices = [
    { value: "", label: "All creators" },
    { value: "me", label: "Myself" },
    { value: "agents", label: "Agents" },
    ...others(members, userId),
  ];
  const isKnown = chosen === undefined || choices.some(({ value }) => value === String(chosen));
  return isKnown
    ? choices
    : [...choices, { value: String(chosen), label: chosen === userId ? "Me" : "A former member" }];
}

function others(members: readonly Member[], userId: number | undefined): Choice[] {
  return members
    .filter(({ id }) => id !== userId)
    .map((member) => ({ value: String(member.id), label: memberLabel(member) }));
}
