import { createAnnotation } from "@plumb/contract/items/annotations.ts";
import type { ItemPriority, ItemType } from "@plumb/contract/items/item-labels.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { useRefreshItems } from "#features/items/changes/item-actions.ts";
import type { ItemSubjectIds } from "#features/items/items.queries.ts";

/** Values of the form. */
export interface ItemDraft {
  readonly title: string;
  readonly message: string;
  readonly type: ItemType;
  readonly priority: ItemPriority;
  /** Id of a member; empty if unassigned. */
  readonly assignedTo: string;
  /** `2030-01-31`, or empty. */
  readonly dueDate: string;
  /** Separated by commas. */
  readonly tags: string;
}

export const emptyDraft: ItemDraft = {
  title: "",
  message: "",
  type: "note",
  priority: "medium",
  assignedTo: "",
  dueDate: "",
  tags: "",
};

export function tagsOf(typed: string): string[] {
  return typed
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

export function useCreateItem(projectId: number) {
  const refresh = useRefreshItems(projectId);
  return useMutation({
    mutationFn: async ({ draft, subject }: { readonly draft: ItemDraft; readonly subject: ItemSubjectIds }) => {
      const { title, message, type, priority, assignedTo, dueDate, tags } = draft;
      const body = {
        title,
        message,
        type,
        priority,
        assignedTo: assignedTo === "" ? null : Number(assignedTo),
        testRunId: subject.testRunId ?? null,
        testCaseId: subject.testCaseId ?? null,
        testId: subject.testId ?? null,
        groupId: subject.groupId ?? null,
        dueDate: dueDate === "" ? null : dueDate,
        tags: tagsOf(tags),
      };
      return (await api.call(createAnnotation, { params: { projectId }, body })).data;
    },
    onSuccess: () => showSuccess("Annotation created successfully"),
    onError: (error) => showError(refusalText(error, "Failed to create annotation")),
    onSettled: refresh,
  });
}
