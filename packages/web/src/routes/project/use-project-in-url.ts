import type { ListedProject } from "@plumb/contract/projects/projects.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { selectProject, useSelectedProject } from "#features/projects/selected-project.ts";

/** Returns the selected project for a tab of the settings; `null` if there is none, `undefined` while loading. An address with a project selects it. */
export function useProjectInUrl(): ListedProject | null | undefined {
  const { project: named } = useSearch({ from: "/guarded/settings" });
  const navigate = useNavigate({ from: "/settings" });
  const { data: projects } = useQuery(projectsQuery);
  const project = useSelectedProject();
  const known = projects?.some(({ id }) => id === named) === true;
  useEffect(() => {
    if (named === undefined || projects === undefined) return;
    if (known) selectProject(named);
    void navigate({ search: ({ project: _named, ...search }) => search, replace: true });
  }, [named, projects, known, navigate]);
  return known && project?.id !== named ? undefined : project;
}
