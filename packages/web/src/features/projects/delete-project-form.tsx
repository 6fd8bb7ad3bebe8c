import { Button, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import type { Project, ProjectStats } from "@plumb/contract/projects/projects.ts";
import { useQuery } from "@tanstack/react-query";
import { useDeleteProject } from "./delete-project.ts";
import { projectStatsQuery } from "./projects.queries.ts";
import { counted } from "#lib/format/format.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";

interface DeleteProjectFormProps {
  readonly project: Pick<Project, "id" | "name">;
  readonly onDeleted: () => void;
  readonly onCancel?: () => void;
}

/** Deletes a project after its name was typed. */
export function DeleteProjectForm({ project, onDeleted, onCancel }: DeleteProjectFormProps) {
  const stats = useQuery({ ...projectStatsQuery(project.id), staleTime: 0 });
  const remove = useDeleteProject(project);
  return (
    <DeleteProject
      name={project.name}
      stats={stats.data ?? (stats.isError ? "unknown" : "loading")}
      error={remove.error}
      deleting={remove.isPending}
      onDelete={(confirm) => remove.mutate(confirm, { onSuccess: onDeleted })}
      {...(onCancel !== undefined && { onCancel })}
    />
  );
}

interface DeleteProjectProps {
  readonly name: string;
  readonly stats: ProjectStats | "loading" | "unknown";
  readonly error: unknown;
  readonly deleting: boolean;
  readonly onDelete: (confirm: string) => void;
  readonly onCancel?: () => void;
}

/** Shows the content to be deleted and asks for confirmation. */
export function DeleteProject({ name, stats, error, deleting, onDelete, onCancel }: DeleteProjectProps) {
  const form = useServerForm({ initialValues: { confirm: "" }, error });
  const { confirm } = form.values;
  return (
    <form
      {...form.element((values) => values.confirm === name && onDelete(values.confirm))}
      aria-label={`Delete ${name}`}
    >
      <Stack gap="sm">
        <FormRefusal refusal={form.refusal} fallback="Failed to delete the project" />
        {stats === "loading" ? <Skeleton height={42} /> : <Text>{loss(stats)}</Text>}
        <Text>
          The project disappears immediately, and its data is deleted in the background. This cannot be undone.
        </Text>
        <TextInput
          label={
            <>
              {"Type "}
              <strong style={{ overflowWrap: "anywhere", userSelect: "all" }}>{name}</strong>
              {" to confirm"}
            </>
          }
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("confirm")}
        />
        <Group justify="flex-end" gap="sm">
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" color="red.8" disabled={confirm !== name} loading={deleting}>
            Delete project
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function loss(stats: ProjectStats | "unknown"): string {
  if (stats === "unknown") return "All reports, files, API keys and memberships of this project will be deleted.";
  const { testRuns, results, members } = stats;
  const held = `${counted(testRuns, "report")} with ${counted(results, "test result")} will be deleted, including all files and API keys.`;
  return members === 0 ? held : `${held} ${counted(members, "member")} will no longer see it.`;
}
