import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { selectProjectOfPath } from "#features/projects/selected-project.ts";

/** Returns a function that opens an app path, such as a notification's, in the project that the path contains. */
export function useOpenPath(): (path: string) => void {
  const router = useRouter();
  const { data: projects = [] } = useQuery(projectsQuery);
  return (path) => {
    selectProjectOfPath(path, projects);
    router.history.push(path);
  };
}
