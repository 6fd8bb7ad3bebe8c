import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { maxBoardName, noBoardName } from "@plumb/contract/projects/boards.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import type { BoardFields } from "./boards.queries.ts";

interface BoardFormProps {
  /** Unset for a new board. */
  readonly board?: BoardFields;
  readonly pending: boolean;
  /** `null` without an error. */
  readonly error: unknown;
  readonly onSave: (fields: BoardFields) => void;
  readonly onCancel: () => void;
}

/** Form that creates, renames and shares a board. */
export function BoardForm({ board, pending, error, onSave, onCancel }: BoardFormProps) {
  const form = useServerForm<BoardFields>({
    initialValues: { name: board?.name ?? "", shared: board?.shared ?? false },
    validate: { name: (name) => name.trim() === "" && noBoardName },
    error,
  });
  return (
    <form {...form.element(({ name, shared }) => onSave({ name: name.trim(), shared }))} aria-label="Board">
      <Stack gap="sm">
        <FormRefusal refusal={form.refusal} fallback="Failed to save the board" />
        <TextInput
          label="Name"
          placeholder="Release checks"
          maxLength={maxBoardName}
          {...form.getInputProps("name")}
          data-autofocus
        />
        <Checkbox
          label="Share with everyone on this server"
          description="All signed-in users can read its name, and the pins of projects that they may read."
          {...form.getInputProps("shared", { type: "checkbox" })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={pending}>
            {board === undefined ? "Create board" : "Save"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
