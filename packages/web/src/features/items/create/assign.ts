import { createAnnotation } from "@plumb/contract/items/annotations.ts";
import { itemLimits } from "@plumb/contract/items/item-labels.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { usePageAddress } from "#lib/address/page-address.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { counted, cut, formatCalendarDay } from "#lib/format/format.ts";
import { memberName } from "#lib/session/member-label.ts";
import { copyWithToast } from "#ui/code/copy-with-toast.ts";
import { showError, showLinked } from "#ui/feedback/toast.ts";
import { useRefreshItems } from "#features/items/changes/item-actions.ts";
import type { ItemSubjectIds } from "#features/items/items.queries.ts";

/** A failure or a cause to assign. */
export interface AssignedSubject {
  readonly ids: ItemSubjectIds;
  /** Title of its analysis item. */
  readonly title: string;
  /** Facts about it, with its address. */
  readonly message: string;
  /** Its page on this server. */
  readonly path: string;
}

interface Assignment {
  readonly subjects: readonly AssignedSubject[];
  /** Id of a member; empty if unassigned. */
  readonly assignedTo: string;
  readonly assignee: Member | undefined;
  /** `2030-01-31`, or empty. */
  readonly dueDate: string;
  /** Replaces the message of a single subject, and precedes those of several. */
  readonly message: string;
  /** Whether there is a single subject. After an error, the rest of several may be a single one, too. */
  readonly isSingle: boolean;
}

interface Assigned {
  /** Number of created items. */
  readonly created: number;
  /** Error that stopped it; `null` if every subject has an item. */
  readonly error: unknown;
}

/** Creates an analysis item for each subject, in their order. Stops at the first error and keeps the items that were created. */
export function useAssign(projectId: number) {
  const addressOf = usePageAddress();
  const refresh = useRefreshItems(projectId);
  return useMutation({
    mutationFn: async (assignment: Assignment): Promise<Assigned> => {
      for (const [created, subject] of assignment.subjects.entries()) {
        try {
          await api.call(createAnnotation, { params: { projectId }, body: itemOf(assignment, subject) });
        } catch (error) {
          return { created, error };
        }
      }
      return { created: assignment.subjects.length, error: null };
    },
    onSuccess: ({ error }, assignment) => {
      if (error === null) showAssigned(assignment, addressOf);
      else showError(refusalText(error, "Failed to create annotation"));
    },
    onSettled: refresh,
  });
}

function itemOf(assignment: Assignment, { ids, title, message: about }: AssignedSubject) {
  const { isSingle, assignedTo, dueDate } = assignment;
  const typed = assignment.message.trim();
  const message = isSingle && typed !== "" ? typed : [typed, about].filter(Boolean).join("\n\n");
  return {
    title: cut(title, itemLimits.title),
    message: cut(message, itemLimits.message),
    type: "issue" as const,
    assignedTo: assignedTo === "" ? null : Number(assignedTo),
    dueDate: dueDate === "" ? null : dueDate,
    ...ids,
  };
}

function showAssigned({ subjects, assignee, dueDate }: Assignment, addressOf: (path: string) => string): void {
  const details = [
    ...(subjects.length === 1 ? [] : [counted(subjects.length, "item")]),
    ...(assignee === undefined ? [] : [memberName(assignee)]),
    ...(dueDate === "" ? [] : [`due ${formatCalendarDay(dueDate)}`]),
  ];
  const path = subjects.length === 1 ? subjects[0]?.path : undefined;
  const copy = path === undefined ? undefined : () => void copyWithToast(addressOf(path), "Link copied");
  showLinked("Annotation created successfully", details.join(", "), copy);
}

/** Returns the id of the first suggested name that is a member; empty if there is none. */
export function suggestedMember(suggested: readonly string[], members: readonly Member[]): string {
  for (const name of suggested.map(comparable)) {
    const member = members.find((each) =>
      [each.display_name, each.name, each.email].some((known) => known !== null && comparable(known) === name),
    );
    if (member !== undefined) return String(member.id);
  }
  return "";
}

function comparable(name: string): string {
  return name.trim().replace(/^@/, "").toLowerCase();
}
