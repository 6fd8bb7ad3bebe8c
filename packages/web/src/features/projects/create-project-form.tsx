import { Button, Group, Stack } from "@mantine/core";
import type { Project } from "@plumb/contract/projects/projects.ts";
import { bodyOf, draftErrors, emptyDraft, ownNames, type ProjectDraft } from "./project-draft.ts";
import { ProjectFields } from "./project-fields.tsx";
import { useCreateProject } from "./projects.queries.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";

interface CreateProjectFormProps {
  readonly onCreated: (project: Project) => void;
  /** Unset if there is no page to return to. */
  readonly onCancel?: () => void;
  /** Whether to show only the required fields of a new project. */
  readonly essential?: boolean;
}

export function CreateProjectForm({ onCreated, onCancel, essential = false }: CreateProjectFormProps) {
  const create = useCreateProject();
  const form = useServerForm<ProjectDraft>({
    initialValues: emptyDraft,
    validate: draftErrors,
    error: create.error,
    ownNames,
  });
  const element = form.element((draft) => create.mutate(bodyOf(draft), { onSuccess: onCreated }));
  return (
    <form {...element} aria-label="Create project">
      <Stack gap="md">
        <FormRefusal refusal={form.refusal} fallback="Failed to create project" />
        <ProjectFields form={form} essential={essential} />
        <Group justify="flex-end" gap="sm">
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={create.isPending} fullWidth={onCancel === undefined}>
            Create project
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
