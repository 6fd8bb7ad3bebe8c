import { deleteProject, type Project } from "@plumb/contract/projects/projects.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { listsChanged, projectQuery, projectsQuery } from "./projects.queries.ts";
import { forgetProject } from "./selected-project.ts";
import { api } from "#lib/api/api.ts";

/**
 * Deletes a project. It disappears from all lists immediately, and the server deletes its data in the background. If it was
 * selected, another one is selected.
 */
export function useDeleteProject({ id }: Pick<Project, "id">) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (confirm: string) => api.call(deleteProject, { params: { projectId: id }, body: { confirm } }),
    onSuccess: () => dropProject(queryClient, id),
  });
}

/** Removes a deleted project from all lists. */
export function dropProject(queryClient: QueryClient, id: number): void {
  const remaining = (queryClient.getQueryData(projectsQuery.queryKey) ?? []).filter((other) => other.id !== id);
  forgetProject(id, remaining);
  queryClient.setQueryData(projectsQuery.queryKey, remaining);
  queryClient.removeQueries({ queryKey: projectQuery(id).queryKey });
  listsChanged(queryClient);
}
