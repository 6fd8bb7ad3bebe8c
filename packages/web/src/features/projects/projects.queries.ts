import {
  createProject,
  listProjects,
  readProject,
  readProjectStats,
  updateProject,
} from "@plumb/contract/projects/projects.ts";
import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Input } from "@plumb/client/client.ts";
import { api } from "#lib/api/api.ts";

export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: async ({ signal }) => (await api.call(listProjects, { signal })).data,
  staleTime: 60_000,
});

/** Project with its version, on which an edit is based. */
export function projectQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId],
    queryFn: async ({ signal }) => (await api.call(readProject, { params: { projectId }, signal })).data,
  });
}

export function projectStatsQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "stats"],
    queryFn: async ({ signal }) => (await api.call(readProjectStats, { params: { projectId }, signal })).data,
    staleTime: 30_000,
  });
}

export type NewProject = Input<(typeof createProject)["body"]>;
export type ProjectEdit = Input<(typeof updateProject)["body"]>;

export function useCreateProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewProject) => (await api.call(createProject, { body })).data,
    onSuccess: (project) => {
      queryClient.setQueryData(projectsQuery.queryKey, (known = []) => [...known, { ...project, role: null }]);
      listsChanged(queryClient);
    },
  });
}

/** Fails with `conflict` after a concurrent change, or if the name is taken. */
export function useUpdateProject(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: ProjectEdit) => (await api.call(updateProject, { params: { projectId }, body })).data,
    onSuccess: (project) => {
      queryClient.setQueryData(projectQuery(projectId).queryKey, project);
      void queryClient.invalidateQueries({ queryKey: [...projectQuery(projectId).queryKey, "retention"] });
      queryClient.setQueryData(projectsQuery.queryKey, (known) =>
        known?.map((other) => (other.id === projectId ? { ...other, ...project } : other)),
      );
      listsChanged(queryClient);
    },
  });
}

/** Invalidates all lists that show projects. */
export function listsChanged(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ["project-states"] });
}
