import { Button, Checkbox, Group, Menu, Stack, TextInput } from "@mantine/core";
import type { SavedFilter } from "@plumb/contract/items/saved-filters.ts";
import { maxViewName } from "@plumb/contract/projects/view-endpoints.ts";
import { IconBookmark, IconBookmarks, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { filterOf, type ItemSearch, itemSearch, withoutItemFilters } from "#lib/address/item-search.ts";
import { cut } from "#lib/format/format.ts";
import { useReturnedFocus } from "#lib/keys/returned-focus.ts";
import { FormError } from "#ui/form/form-error.tsx";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import { savedFiltersQuery } from "#features/items/items.queries.ts";
import { ManageFiltersPanel } from "./manage-filters.tsx";
import { useCreateFilter } from "./saved-filters.queries.ts";

interface SavedFiltersProps {
  readonly projectId: number;
  readonly search: ItemSearch;
  readonly onSearch: (search: ItemSearch) => void;
}

const frame = { transitionProps: { duration: 120 }, centered: true };

/** Saved views, private or shared. */
export function SavedFilters({ projectId, search, onSearch }: SavedFiltersProps) {
  const { data, isError } = useQuery(savedFiltersQuery(projectId));
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const opener = useReturnedFocus(dialog !== null);
  const filters = data?.data;
  const apply = (filter: SavedFilter) => {
    const retained = itemSearch({ ...filter.search });
    onSearch({ ...withoutItemFilters(search), sortBy: undefined, sortOrder: undefined, ...retained });
  };
  return (
    <>
      <Menu width={280} position="bottom-start" withinPortal>
        <Menu.Target>
          <Button ref={opener} variant="default" leftSection={<IconBookmarks size={16} aria-hidden />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown style={{ maxHeight: 420, overflowY: "auto" }}>
          {filters === undefined && <Menu.Label>{isError ? "Failed to load the views" : "Loading…"}</Menu.Label>}
          {filters?.length === 0 && <Menu.Label>No saved views yet</Menu.Label>}
          {filters?.map((filter) => (
            <Menu.Item
              key={filter.id}
              leftSection={
                filter.shared ? <IconUsers size={15} aria-label="Shared" /> : <IconBookmark size={15} aria-hidden />
              }
              onClick={() => apply(filter)}
            >
              {cut(filter.name, 60)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setDialog("save")}>Save this view…</Menu.Item>
          {filters?.some(({ deletable, own }) => deletable || own) === true && (
            <Menu.Item onClick={() => setDialog("manage")}>Manage views…</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === "save" && (
        <SaveFilterDialog
          projectId={projectId}
          search={search}
          mayShare={data?.mayShare ?? false}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "manage" && (
        <ManageFiltersPanel
          projectId={projectId}
          filters={filters ?? []}
          mayShare={data?.mayShare ?? false}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

interface SaveFilterDialogProps {
  readonly projectId: number;
  readonly search: ItemSearch;
  readonly mayShare: boolean;
  readonly onClose: () => void;
}

function SaveFilterDialog({ projectId, search, mayShare, onClose }: SaveFilterDialogProps) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const create = useCreateFilter(projectId);
  const send = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name, shared, search: filterOf(search) }, { onSuccess: onClose });
  };
  return (
    <FormDialog opened onClose={onClose} title="Save this view" {...frame}>
      <form onSubmit={send}>
        <Stack gap="sm">
          {create.isError && <FormError error={create.error} fallback="Failed to save the view" />}
          <TextInput
            label="Name"
            data-autofocus
            maxLength={maxViewName}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {mayShare && (
            <Checkbox
              label="Share with the project"
              checked={shared}
              onChange={({ currentTarget }) => setShared(currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ""}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  );
}
