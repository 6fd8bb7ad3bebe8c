import { Button, Group, Stack } from "@mantine/core";
import type { Project } from "@plumb/contract/projects/projects.ts";
import { type FormEvent, useState } from "react";
import { bodyOf, draftErrors, emptyDraft, type ProjectDraft } from "./project-draft.ts";
import { ProjectFields } from "./project-fields.tsx";
import { useCreateProject } from "./projects.queries.ts";
import { serverErrors } from "./server-errors.ts";
import { FormError } from "#ui/form-error.tsx";

interface CreateProjectFormProps {
  readonly onCreated: (project: Project) => void;
  /** Absent where there is nothing to go back to. */
  readonly onCancel?: () => void;
  /** Only what a new project needs to be told. */
  readonly essential?: boolean;
}

/** Creates a project. */
export function CreateProjectForm({ onCreated, onCancel, essential = false }: CreateProjectFormProps) {
  const create = useCreateProject();
  const [draft, setDraft] = useState<ProjectDraft>(emptyDraft);
  const [tried, setTried] = useState(false);
  const own = draftErrors(draft);
  const told = serverErrors(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(own).length === 0) create.mutate(bodyOf(draft), { onSuccess: onCreated });
  };
  return (
    <form onSubmit={submit} aria-label="Create project" noValidate>
      <Stack gap="md">
        {create.isError && Object.keys(told).length === 0 && (
          <FormError error={create.error} fallback="Failed to create project" />
        )}
        <ProjectFields
          draft={draft}
          errors={tried ? { ...told, ...own } : {}}
          essential={essential}
          onChange={(next) => {
            setDraft(next);
            if (create.isError) create.reset();
          }}
        />
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
