import {
  addItemAttachment,
  addItemComment,
  addItemLink,
  deleteItemComment,
  editItemComment,
  removeItemAttachment,
  removeItemLink,
  watchAnnotation,
} from "@plumb/contract/items/annotation-parts.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { showError } from "#ui/feedback/toast.ts";
import { useRefreshItems } from "#features/items/changes/item-actions.ts";

/** Actions for the parts of an item. */
export interface ItemPartActions {
  readonly onComment: (body: string, onDone: () => void) => void;
  readonly onEditComment: (commentId: number, body: string, onDone: () => void) => void;
  readonly onDeleteComment: (commentId: number) => void;
  readonly onWatch: (watching: boolean) => void;
  readonly onAddLink: (link: { readonly url: string; readonly title: string }, onDone: () => void) => void;
  readonly onRemoveLink: (linkId: number) => void;
  readonly onAttach: (file: File) => void;
  readonly onDetach: (attachmentId: number) => void;
  readonly pending: boolean;
}

export function useItemPartActions(projectId: number, annotationId: number): ItemPartActions {
  const refresh = useRefreshItems(projectId);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ send }: { readonly send: () => Promise<unknown>; readonly failure: string }) => send(),
    onError: (error, { failure }) => showError(refusalText(error, failure)),
    onSettled: refresh,
  });
  const action = (failure: string, send: () => Promise<unknown>, onSuccess?: () => void) =>
    mutate({ send, failure }, { onSuccess: () => onSuccess?.() });
  const params = { annotationId };
  return {
    pending: isPending,
    onComment: (body, onDone) =>
      action("Failed to add the comment", () => api.call(addItemComment, { params, body: { body } }), onDone),
    onEditComment: (commentId, body, onDone) =>
      action(
        "Failed to change the comment",
        () => api.call(editItemComment, { params: { annotationId, commentId }, body: { body } }),
        onDone,
      ),
    onDeleteComment: (commentId) =>
      action("Failed to delete the comment", () =>
        api.call(deleteItemComment, { params: { annotationId, commentId } }),
      ),
    onWatch: (watching) =>
      action("Failed to change the watchers", () => api.call(watchAnnotation, { params, body: { watching } })),
    onAddLink: (link, onDone) =>
      action("Failed to add the link", () => api.call(addItemLink, { params, body: link }), onDone),
    onRemoveLink: (linkId) =>
      action("Failed to remove the link", () => api.call(removeItemLink, { params: { annotationId, linkId } })),
    onAttach: (file) => {
      const form = new FormData();
      form.append("file", file);
      action("Failed to attach the file", () => api.call(addItemAttachment, { params, body: form }));
    },
    onDetach: (attachmentId) =>
      action("Failed to remove the file", () =>
        api.call(removeItemAttachment, { params: { annotationId, attachmentId } }),
      ),
  };
}
