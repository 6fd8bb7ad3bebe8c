import type { ListedProject } from "@plumb/contract/projects/projects.ts";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { projectsQuery } from "./projects.queries.ts";
import { readStored, writeStored } from "#lib/session/storage.ts";

const retainedRecent = 5;
let selectedId = readStored("selectedProjectId");
let recentIds = parsedIds(readStored("recentProjects"));
/** Project of the link that opened the app, such as `?project=2` in an email. The router removes the parameter. */
let linkedId = linkedProject(globalThis.location?.search ?? "");
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(id: number | null, recent: readonly number[]): void {
  selectedId = id === null ? null : String(id);
  recentIds = recent.slice(0, retainedRecent);
  writeStored("selectedProjectId", selectedId);
  writeStored("recentProjects", JSON.stringify(recentIds));
  for (const listener of listeners) listener();
}

/** Returns the project that an address contains; `null` if it contains none. Exported for its test. */
export function linkedProject(search: string): number | null {
  const id = Number(new URLSearchParams(search).get("project"));
  return isId(id) ? id : null;
}

/** Selects the project of the link that opened the app, once, if the user may read it. */
export function selectLinkedProject(projects: readonly ListedProject[]): boolean {
  const id = linkedId;
  linkedId = null;
  if (id === null || !projects.some((project) => project.id === id)) return false;
  selectProject(id);
  return true;
}

/** Selects the project that a path of the app contains, if the user may read it. */
export function selectProjectOfPath(path: string, projects: readonly ListedProject[]): void {
  const id = linkedProject(path.slice(path.indexOf("?") + 1));
  if (id !== null && projects.some((project) => project.id === id)) selectProject(id);
}

/** Selects the project for all screens, and adds it to the five most recent ones. */
export function selectProject(id: number): void {
  keep(id, [id, ...recentIds.filter((other) => other !== id)]);
}

/** Also stores the default project, because another one may be first after the next load. */
export function keepDefaultProject(id: number): void {
  keep(id, recentIds);
}

/** Selects another active project if the deleted one was selected. Returns the selected project. */
export function forgetProject(removedId: number, remaining: readonly ListedProject[]): ListedProject | null {
  const known = remaining.filter(({ id }) => id !== removedId);
  const chosen = chosenProject(known, selectedId === String(removedId) ? null : selectedId);
  keep(
    chosen?.id ?? null,
    recentIds.filter((id) => id !== removedId),
  );
  return chosen;
}

/** Validates the stored value, which can be anything because other programs may write to it. Exported for its test. */
export function parsedIds(stored: string | null): readonly number[] {
  try {
    const value = JSON.parse(stored ?? "[]") as unknown;
    return Array.isArray(value) ? value.filter(isId) : [];
  } catch {
    return [];
  }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** Returns the stored project if it exists, otherwise the first active one; `null` if there is none. */
export function chosenProject(projects: readonly ListedProject[], storedId: string | null): ListedProject | null {
  return (
    projects.find((project) => String(project.id) === storedId) ??
    projects.find((project) => project.status === "active") ??
    null
  );
}

/** Returns the selected project; `undefined` while the projects load. */
export function useSelectedProject(): ListedProject | null | undefined {
  const stored = useSyncExternalStore(subscribe, () => selectedId);
  const { data } = useQuery(projectsQuery);
  // Uses the linked project even before it is stored, so that no other project is shown first.
  return data === undefined ? undefined : (data.find(({ id }) => id === linkedId) ?? chosenProject(data, stored));
}

/** Returns the stored id, even if the project does not exist. */
export function useStoredProjectId(): string | null {
  return useSyncExternalStore(subscribe, () => selectedId);
}

/** Returns up to five ids of the projects selected last, most recent first. */
export function useRecentIds(): readonly number[] {
  return useSyncExternalStore(subscribe, () => recentIds);
}
