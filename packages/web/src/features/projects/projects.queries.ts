import { createProject, listProjects } from "@plumb/contract/projects.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Input } from "@plumb/client/client.ts";
import { api } from "#lib/api.ts";

export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: async ({ signal }) => (await api.call(listProjects, { signal })).data,
  staleTime: 60_000,
});

export function useCreateProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Input<(typeof createProject)["body"]>) => (await api.call(createProject, { body })).data,
    onSuccess: (project) => {
      queryClient.setQueryData(projectsQuery.queryKey, (known = []) => [...known, project]);
      void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
    },
  });
}
