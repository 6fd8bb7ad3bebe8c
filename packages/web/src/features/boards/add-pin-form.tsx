import { Button, Group, NativeSelect, Select, Stack } from "@mantine/core";
import type { PinKind } from "@plumb/contract/projects/boards.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import type { NewPin } from "./boards.queries.ts";
import { pinLabels } from "./pin-labels.ts";

interface AddPinFormProps {
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  readonly pending: boolean;
  /** `null` without an error. */
  readonly error: unknown;
  readonly onSave: (pin: NewPin) => void;
  readonly onCancel: () => void;
}

interface PinFields {
  readonly projectId: string | null;
  readonly kind: PinKind;
}

const kinds = Object.entries(pinLabels).map(([value, label]) => ({ value, label }));
/** Options of the list at the same time. The search finds the others. */
const visibleProjects = 100;

/** Form that pins a value of any project. */
export function AddPinForm({ projects, pending, error, onSave, onCancel }: AddPinFormProps) {
  const form = useServerForm<PinFields>({
    initialValues: { projectId: null, kind: "state" },
    validate: { projectId: (projectId) => projectId === null && "Choose a project" },
    error,
  });
  return (
    <form
      {...form.element(({ projectId, kind }) => onSave({ projectId: Number(projectId), kind }))}
      aria-label="Add pin"
    >
      <Stack gap="sm">
        <FormRefusal refusal={form.refusal} fallback="Failed to pin this to the board" />
        <Select
          label="Project"
          placeholder="Search projects"
          searchable
          nothingFoundMessage="No projects found"
          limit={visibleProjects}
          data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.getInputProps("projectId")}
          data-autofocus
        />
        <NativeSelect label="Value" data={kinds} {...form.getInputProps("kind")} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={pending}>
            Add pin
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
