import type { Project } from "@plumb/contract/projects/projects.ts";
import { IconFolder } from "@tabler/icons-react";

const visibleRecent = 3;

/** Returns the sections of the project picker: the most recent projects, then all of them. */
export function projectSections(
  projects: readonly Project[],
  recentIds: readonly number[],
  selectedId: number | null,
  onSelect: (id: number) => void,
) {
  const entry = ({ id, name, description, status }: Project) => ({
    id: String(id),
    label: name,
    detail: status === "inactive" ? "Inactive" : undefined,
    keywords: description,
    icon: IconFolder,
    current: id === selectedId,
    run: () => onSelect(id),
  });
  const byId = new Map(projects.map((project) => [project.id, project]));
  // A single project is listed once.
  const recent = projects.length === 1 ? [] : recentIds.flatMap((id) => byId.get(id) ?? []).slice(0, visibleRecent);
  return [
    { title: "Recent", kind: "projects", repeats: true, entries: recent.map(entry) },
    { title: "All Projects", kind: "projects", entries: projects.map(entry) },
  ] as const;
}
