import type { Project } from "@plumb/contract/projects.ts";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { projectsQuery } from "./projects.queries.ts";
import { readStored, writeStored } from "#lib/storage.ts";

const keptRecent = 5;
let selectedId = readStored("selectedProjectId");
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Makes a project the one that every screen works in, and remembers it with the five most recent. */
export function selectProject(id: number): void {
  if (selectedId === String(id)) return;
  selectedId = String(id);
  writeStored("selectedProjectId", selectedId);
  writeStored(
    "recentProjects",
    JSON.stringify([id, ...recentProjects().filter((other) => other !== id)].slice(0, keptRecent)),
  );
  for (const listener of listeners) listener();
}

/** Ids, most recent first. What is stored may be anything: other programs write there too. */
function recentProjects(): number[] {
  try {
    const stored = JSON.parse(readStored("recentProjects") ?? "[]") as unknown;
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "number") : [];
  } catch {
    return [];
  }
}

/** The stored project if it still exists, else the first active one, else the first; null if there is none. */
export function chosenProject(projects: readonly Project[], storedId: string | null): Project | null {
  return (
    projects.find((project) => String(project.id) === storedId) ??
    projects.find((project) => project.status === "active") ??
    projects[0] ??
    null
  );
}

/** Undefined while the projects load. */
export function useSelectedProject(): Project | null | undefined {
  const stored = useSyncExternalStore(subscribe, () => selectedId);
  const { data } = useQuery(projectsQuery);
  return data === undefined ? undefined : chosenProject(data, stored);
}
