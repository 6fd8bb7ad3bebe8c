import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { FormError } from "#ui/form-error.tsx";

interface SaveViewFormProps {
  readonly mayShare: boolean;
  readonly pending: boolean;
  /** Null: none. */
  readonly error: unknown;
  readonly onSave: (view: { name: string; shared: boolean }) => void;
  readonly onCancel: () => void;
}

/** Names what the list shows now, to come back to it. */
export function SaveViewForm({ mayShare, pending, error, onSave, onCancel }: SaveViewFormProps) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") onSave({ name: name.trim(), shared });
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          placeholder="Red on main"
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        <Checkbox
          label="Share with the project"
          description={
            mayShare
              ? "Everybody who sees the project's reports can use it."
              : "Viewers keep views for themselves; sharing needs another role."
          }
          disabled={!mayShare}
          checked={shared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
        {error !== null && <FormError error={error} fallback="Failed to save the view" />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={pending} disabled={name.trim() === ""}>
            Save view
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
