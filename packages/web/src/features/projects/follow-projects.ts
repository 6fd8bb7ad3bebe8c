import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { projectsQuery } from "./projects.queries.ts";
import {
  forgetProject,
  keepDefaultProject,
  selectLinkedProject,
  useSelectedProject,
  useStoredProjectId,
} from "./selected-project.ts";
import { isNotFound } from "#lib/api/error-text.ts";

/** Keeps the selected project. If it was deleted or is no longer accessible, selects another active one and shows a message. */
export function useFollowedProjects(): void {
  const queryClient = useQueryClient();
  const { data: projects } = useQuery(projectsQuery);
  const selected = useSelectedProject();
  const storedId = useStoredProjectId();
  const seen = useRef(selected);

  // If an object is not found, its project may have been deleted too. A running request for the projects is sufficient.
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error" || !isNotFound(event.action.error)) return;
        void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey }, { cancelRefetch: false });
      }),
    [queryClient],
  );

  useEffect(() => {
    if (projects === undefined || selectLinkedProject(projects)) return;
    const lost = storedId !== null && projects.every(({ id }) => String(id) !== storedId);
    if (lost) {
      const next = forgetProject(Number(storedId), projects);
      if (seen.current?.id === Number(storedId)) {
        const then = next === null ? "" : ` You are now in ${next.name}.`;
        void showNotice(`${seen.current.name} was deleted, or you are no longer a member of it.${then}`);
      }
    }
    if (storedId === null && selected != null) keepDefaultProject(selected.id);
    seen.current = selected;
  }, [projects, storedId, selected]);
}

/** Loads the toast code on demand. */
async function showNotice(message: string): Promise<void> {
  const { showError } = await import("#ui/feedback/toast.ts");
  showError(message);
}
