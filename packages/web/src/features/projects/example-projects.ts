import { createExampleProject, deleteExampleProject } from "@plumb/contract/projects/example-project.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { dropProject } from "./delete-project.ts";
import { listsChanged, projectsQuery } from "./projects.queries.ts";

/** Creates a project with example data beside another project, or returns the user's existing one. */
export function useCreateExample(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.call(createExampleProject, { params: { projectId } })).data,
    onSuccess: (project) => {
      queryClient.setQueryData(projectsQuery.queryKey, (known = []) => [
        ...known.filter(({ id }) => id !== project.id),
        project,
      ]);
      listsChanged(queryClient);
    },
  });
}

/**
 * Removes a project with example data, like any deleted project.
 *
 * @param onRemoved Called while the project is still in the lists. Its pages are unmounted afterwards.
 */
export function useRemoveExample(projectId: number, onRemoved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(deleteExampleProject, { params: { projectId } }),
    onSuccess: () => {
      onRemoved();
      dropProject(queryClient, projectId);
    },
  });
}
