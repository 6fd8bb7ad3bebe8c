import { ActionIcon, Button, Checkbox, Group, TextInput } from "@mantine/core";
import { noViewName } from "@plumb/contract/projects/view-endpoints.ts";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useServerForm } from "#ui/form/server-form.ts";
import styles from "./manage-views.module.css";
import type { View } from "#lib/api/saved-view.ts";

type Action = "rename" | "delete";

interface ViewActions {
  readonly onRename: (view: View<unknown>, name: string) => void;
  readonly onShare: (view: View<unknown>, shared: boolean) => void;
  /** Absent for pages without a default view. */
  readonly onDefault?: ((view: View<unknown>, isDefault: boolean) => void) | undefined;
  readonly onDelete: (view: View<unknown>) => void;
}

interface ManageViewsProps extends ViewActions {
  readonly views: readonly View<unknown>[];
  readonly mayShare: boolean;
}

/** Renames, shares and deletes views. Leads can delete the views of other users. */
export function ManageViews({ views, mayShare, ...actions }: ManageViewsProps) {
  const [open, setOpen] = useState<{ id: number; action: Action } | null>(null);
  // After the confirmation is closed, the button that opened it is back, or its view is deleted.
  const [answered, setAnswered] = useState<{ id: number; action: Action } | null>(null);
  const full = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Only if no element has the focus, because the list may reload while the user is navigating it.
    if (answered === null || document.activeElement !== document.body) return;
    const button = full.current?.querySelector<HTMLElement>(`[data-act="${answered.action} ${answered.id}"]`);
    (button ?? full.current)?.focus();
  });
  const onClose = () => {
    setAnswered(open);
    setOpen(null);
  };
  return (
    <div ref={full} tabIndex={-1} className={styles["whole"]}>
      {views.length === 0 && <p className={styles["none"]}>No saved views are left.</p>}
      <ul className={styles["views"]} aria-label="Saved views">
        {views.map((view) => {
          const action = open?.id === view.id ? open.action : null;
          return (
            <li key={view.id}>
              {action === "rename" && <Rename view={view} onRename={actions.onRename} onClose={onClose} />}
              {action === "delete" && <Delete view={view} onDelete={actions.onDelete} onClose={onClose} />}
              {action === null && (
                <Row
                  view={view}
                  mayShare={mayShare}
                  onShare={actions.onShare}
                  onDefault={actions.onDefault}
                  onAction={(next) => {
                    setAnswered(null);
                    setOpen({ id: view.id, action: next });
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly view: View<unknown>;
  readonly mayShare: boolean;
  readonly onShare: ViewActions["onShare"];
  readonly onDefault: ViewActions["onDefault"];
  readonly onAction: (action: Action) => void;
}

function Row({ view, mayShare, onShare, onDefault, onAction }: RowProps) {
  return (
    <>
      <span className={styles["name"]}>
        {view.name}
        {!view.own && <small>{`by ${view.owner}`}</small>}
      </span>
      {view.own && (
        <>
          <Checkbox
            size="xs"
            label="Shared"
            aria-label={`Share ${view.name}`}
            checked={view.shared}
            disabled={!mayShare && !view.shared}
            onChange={({ currentTarget }) => onShare(view, currentTarget.checked)}
          />
          {onDefault !== undefined && (
            <Checkbox
              size="xs"
              label="Default"
              aria-label={`Open the page with ${view.name}`}
              title="The navigation opens the page with this view"
              checked={view.isDefault}
              onChange={({ currentTarget }) => onDefault(view, currentTarget.checked)}
            />
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Rename ${view.name}`}
            data-act={`rename ${view.id}`}
            onClick={() => onAction("rename")}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      {view.deletable && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete ${view.name}`}
          data-act={`delete ${view.id}`}
          onClick={() => onAction("delete")}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

interface RenameProps extends Pick<ViewActions, "onRename"> {
  readonly view: View<unknown>;
  readonly onClose: () => void;
}

function Rename({ view, onRename, onClose }: RenameProps) {
  const form = useServerForm({
    initialValues: { name: view.name },
    validate: { name: (name) => name.trim() === "" && noViewName },
    // Errors appear above all views, because this form is closed by then.
    error: null,
  });
  const rename = (name: string) => {
    if (name !== view.name) onRename(view, name);
    onClose();
  };
  return (
    <form {...form.element(({ name }) => rename(name.trim()))} className={styles["rename"]}>
      <TextInput
        aria-label={`New name for ${view.name}`}
        size="xs"
        maxLength={80}
        {...form.getInputProps("name")}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
        autoFocus
      />
      <Button type="submit" size="xs">
        Rename
      </Button>
      <Button size="xs" variant="default" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}

interface DeleteProps extends Pick<ViewActions, "onDelete"> {
  readonly view: View<unknown>;
  readonly onClose: () => void;
}

function Delete({ view, onDelete, onClose }: DeleteProps) {
  return (
    <>
      <span className={styles["name"]}>
        {view.shared ? `Delete ${view.name} for all members of the project?` : `Delete ${view.name}?`}
      </span>
      <Group gap={6} wrap="nowrap">
        <Button
          size="xs"
          color="red.8"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
          autoFocus
          onClick={() => {
            onDelete(view);
            onClose();
          }}
        >
          Delete
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          Keep
        </Button>
      </Group>
    </>
  );
}
