import { ActionIcon, Button, Checkbox, Group, TextInput } from "@mantine/core";
import type { SavedFilter } from "@plumb/contract/items/saved-filters.ts";
import { maxViewName } from "@plumb/contract/projects/view-endpoints.ts";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { refusalText } from "#lib/api/error-text.ts";
import { cut } from "#lib/format/format.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import { useDeleteFilter, useUpdateFilter } from "./saved-filters.queries.ts";
import styles from "#features/items/items.module.css";

interface ManageFiltersPanelProps {
  readonly projectId: number;
  readonly filters: readonly SavedFilter[];
  readonly mayShare: boolean;
  readonly onClose: () => void;
}

/** Dialog with the saved filters. Users can change their own. */
export function ManageFiltersPanel({ projectId, filters, mayShare, onClose }: ManageFiltersPanelProps) {
  const update = useUpdateFilter(projectId);
  const remove = useDeleteFilter(projectId);
  const refusal = update.isError
    ? refusalText(update.error, "Failed to save the view")
    : remove.isError
      ? refusalText(remove.error, "Failed to delete the view")
      : null;
  return (
    <ManageFiltersDialog
      filters={filters}
      mayShare={mayShare}
      refusal={refusal}
      onClose={onClose}
      onRename={(id, name, onDone) => update.mutate({ id, name }, { onSuccess: onDone })}
      onShare={(id, shared) => update.mutate({ id, shared })}
      onDelete={(id) => remove.mutate(id)}
    />
  );
}

interface FilterActions {
  /** Whether the user can share filters with the project. */
  readonly mayShare: boolean;
  readonly onRename: (id: number, name: string, onDone: () => void) => void;
  readonly onShare: (id: number, shared: boolean) => void;
  readonly onDelete: (id: number) => void;
}

interface ManageFiltersDialogProps extends FilterActions {
  readonly filters: readonly SavedFilter[];
  /** Reason why the last change was rejected. */
  readonly refusal: string | null;
  readonly onClose: () => void;
}

export function ManageFiltersDialog({ filters, refusal, onClose, ...actions }: ManageFiltersDialogProps) {
  return (
    <FormDialog opened centered onClose={onClose} title="Saved views" transitionProps={{ duration: 120 }}>
      {refusal !== null && <p role="alert">{refusal}</p>}
      <ul className={styles["list"]}>
        {filters.map((filter) => (
          <li key={filter.id}>
            <FilterEntry filter={filter} {...actions} />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

function FilterEntry({ filter, mayShare, ...actions }: FilterActions & { readonly filter: SavedFilter }) {
  const { id, name, owner, own, shared, deletable } = filter;
  const [editing, setEditing] = useState(false);
  if (editing)
    return (
      <RenameForm
        name={name}
        onCancel={() => setEditing(false)}
        onSave={(next) => actions.onRename(id, next, () => setEditing(false))}
      />
    );
  return (
    <>
      <span style={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
        <bdi>{cut(name, 80)}</bdi>
        {shared && !own && <span className={styles["quiet"]}>{` (shared by ${owner})`}</span>}
      </span>
      {own && (mayShare || shared) && (
        <Checkbox
          size="xs"
          label="Shared"
          aria-label={`Share ${cut(name, 60)} with the project`}
          checked={shared}
          onChange={({ currentTarget }) => actions.onShare(id, currentTarget.checked)}
        />
      )}
      {own && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Rename ${cut(name, 60)}`}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {deletable && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete ${cut(name, 60)}`}
          onClick={() => actions.onDelete(id)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

interface RenameFormProps {
  readonly name: string;
  readonly onCancel: () => void;
  readonly onSave: (name: string) => void;
}

function RenameForm({ name, onCancel, onSave }: RenameFormProps) {
  const [draft, setDraft] = useState(name);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (draft.trim() !== "") onSave(draft.trim());
  };
  return (
    <form onSubmit={send} style={{ flex: 1 }}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          size="xs"
          aria-label="Name"
          data-autofocus
          maxLength={maxViewName}
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          style={{ flex: 1 }}
        />
        <Button size="xs" type="submit" disabled={draft.trim() === ""}>
          Save
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
