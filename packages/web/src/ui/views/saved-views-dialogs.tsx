import { Alert } from "@mantine/core";
import { ManageViews } from "./manage-views.tsx";
import { SaveViewForm } from "./save-view-form.tsx";
import type { View, ViewActions } from "#lib/api/saved-view.ts";
import { errorText } from "#lib/api/error-text.ts";
import { showSuccess } from "#ui/feedback/toast.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";

interface SavedViewsDialogsProps {
  readonly create: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly send: (view: { readonly name: string; readonly shared: boolean }, onSuccess: () => void) => void;
    readonly reset: () => void;
  };
  readonly update: ViewActions<unknown>["update"];
  readonly remove: ViewActions<unknown>["remove"];
  readonly views: readonly View<unknown>[];
  readonly mayShare: boolean;
  /** `null` while closed. */
  readonly opened: "save" | "manage" | null;
  readonly onClose: () => void;
}

const frame = { transitionProps: { duration: 120 }, centered: true };

/** Dialogs to save the current view and to manage saved ones. */
export function SavedViewsDialogs({
  create,
  update,
  remove,
  views,
  mayShare,
  opened,
  onClose,
}: SavedViewsDialogsProps) {
  const leave = () => {
    // The next dialog opens without the errors of this one.
    create.reset();
    onClose();
  };
  const failed = [update, remove].find(({ isError }) => isError);
  return (
    <>
      <FormDialog opened={opened === "save"} onClose={leave} title="Save this view" {...frame}>
        <SaveViewForm
          mayShare={mayShare}
          pending={create.isPending}
          error={create.error}
          onCancel={leave}
          onSave={(view) =>
            create.send(view, () => {
              showSuccess("The view was saved");
              leave();
            })
          }
        />
      </FormDialog>
      <FormDialog opened={opened === "manage"} onClose={onClose} title="Saved views" {...frame}>
        {failed !== undefined && (
          <Alert color="red" variant="light" role="alert" mb="sm">
            {errorText(failed.error, "Failed to change the view")}
          </Alert>
        )}
        <ManageViews
          views={views}
          mayShare={mayShare}
          onRename={({ id }, name) => update.mutate({ viewId: id, name })}
          onShare={({ id }, shared) => update.mutate({ viewId: id, shared })}
          onDefault={({ id }, isDefault) => update.mutate({ viewId: id, isDefault })}
          onDelete={({ id }) => remove.mutate(id)}
        />
      </FormDialog>
    </>
  );
}
