import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { selectProjectOfPath } from "#features/projects/selected-project.ts";

/** Returns a function that opens a path of the app, such as that of a notification, in the project that it contains. */
export function useOpenPath(): (path: string) => void {
  const router = useRouter();
  const { data: projects = [] } = useQuery(projectsQuery);
  return (path) => {
    selectProjectOfPath(path, projects);
    router.history.push(path);
  };
}
