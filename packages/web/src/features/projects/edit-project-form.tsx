import { Button, Group, Skeleton, Stack } from "@mantine/core";
import { RefusedError } from "@plumb/client/call-error.ts";
import type { ProjectDetail } from "@plumb/contract/projects/projects.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { EditConflict } from "./edit-conflict.tsx";
import { draftErrors, draftOf, editOf, mergeDrafts, ownNames, type ProjectDraft } from "./project-draft.ts";
import { ProjectFields } from "./project-fields.tsx";
import { projectQuery, useUpdateProject } from "./projects.queries.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";

interface EditProjectFormProps {
  readonly projectId: number;
  readonly onSaved: (project: ProjectDetail) => void;
  /** Unset if there is no page to return to. */
  readonly onCancel?: () => void;
}

/** Form that edits the current version of a project. */
export function EditProjectForm(props: EditProjectFormProps) {
  const project = useQuery({ ...projectQuery(props.projectId), staleTime: 0 });
  if (project.isError && project.data === undefined)
    return (
      <ErrorPanel error={project.error} fallback="Failed to load the project" onRetry={() => void project.refetch()} />
    );
  // Waits for the newest version, because cached data may be outdated.
  if (project.data === undefined || !project.isFetchedAfterMount) return <Skeleton height={420} />;
  return <EditForm key={props.projectId} initial={project.data} {...props} />;
}

function EditForm({
  initial,
  projectId,
  onSaved,
  onCancel,
}: EditProjectFormProps & { readonly initial: ProjectDetail }) {
  const queryClient = useQueryClient();
  const update = useUpdateProject(projectId);
  const [base, setBase] = useState(initial);
  const form = useServerForm<ProjectDraft>({
    initialValues: draftOf(initial),
    validate: draftErrors,
    error: update.error,
    ownNames,
  });
  const [theirs, setTheirs] = useState<ProjectDetail | null>(null);
  const merge = theirs === null ? null : mergeDrafts(draftOf(base), form.values, draftOf(theirs));

  const save = async (from: ProjectDetail, next: ProjectDraft) => {
    try {
      const saved = await update.mutateAsync(editOf(from, next));
      setBase(saved);
      form.setValues(draftOf(saved));
      setTheirs(null);
      onSaved(saved);
    } catch (error) {
      // A conflict can also be about the name. Only a newer version shows a change by another user.
      if (!(error instanceof RefusedError) || error.code !== "conflict") return;
      const newest = await queryClient.fetchQuery({ ...projectQuery(projectId), staleTime: 0 }).catch(() => null);
      if (newest === null || newest.version === from.version) return;
      setTheirs(newest);
      update.reset();
    }
  };
  const element = form.element((draft) => void save(base, draft));
  const settle = (next: ProjectDraft) => {
    if (theirs === null) return;
    setBase(theirs);
    form.setValues(next);
    setTheirs(null);
  };

  return (
    <form {...element} aria-label={`Edit ${initial.name}`}>
      <Stack gap="md">
        {merge !== null && theirs !== null && (
          <EditConflict
            merge={merge}
            saving={update.isPending}
            onTakeTheirs={() => settle(merge.contested.length > 0 ? merge.theirs : draftOf(theirs))}
            onKeepMine={() => {
              settle(merge.mine);
              void save(theirs, merge.mine);
            }}
          />
        )}
        <FormRefusal refusal={form.refusal} fallback="Failed to save the project" />
        <ProjectFields form={form} />
        <Group justify="flex-end" gap="sm">
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={update.isPending} disabled={merge !== null}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
