import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { noViewName } from "@plumb/contract/projects/view-endpoints.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";

interface SaveViewFormProps {
  readonly mayShare: boolean;
  readonly pending: boolean;
  /** `null` without an error. */
  readonly error: unknown;
  readonly onSave: (view: { name: string; shared: boolean }) => void;
  readonly onCancel: () => void;
}

/** Form that saves the current filters and order under a name. */
export function SaveViewForm({ mayShare, pending, error, onSave, onCancel }: SaveViewFormProps) {
  const form = useServerForm({
    initialValues: { name: "", shared: false },
    validate: { name: (name) => name.trim() === "" && noViewName },
    error,
  });
  return (
    <form {...form.element(({ name, shared }) => onSave({ name: name.trim(), shared }))} aria-label="Save this view">
      <Stack gap="sm">
        <FormRefusal refusal={form.refusal} fallback="Failed to save the view" />
        <TextInput
          label="Name"
          placeholder="Red on main"
          maxLength={80}
          {...form.getInputProps("name")}
          data-autofocus
        />
        <Checkbox
          label="Share with the project"
          description={
            mayShare
              ? "All members of the project can use it."
              : "Viewers can save private views, but cannot share them."
          }
          disabled={!mayShare}
          {...form.getInputProps("shared", { type: "checkbox" })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={pending}>
            Save view
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
