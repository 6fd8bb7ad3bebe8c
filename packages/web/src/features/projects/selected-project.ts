import type { ListedProject } from "@plumb/contract/projects/projects.ts";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { projectsQuery } from "./projects.queries.ts";
import { readStored, writeStored } from "#lib/session/storage.ts";

const keptRecent = 5;
let selectedId = readStored("selectedProjectId");
let recentIds = parsedIds(readStored("recentProjects"));
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(id: number | null, recent: readonly number[]): void {
  selectedId = id === null ? null : String(id);
  recentIds = recent.slice(0, keptRecent);
  writeStored("selectedProjectId", selectedId);
  writeStored("recentProjects", JSON.stringify(recentIds));
  for (const listener of listeners) listener();
}

/** Makes a project the one that every screen works in, and remembers it with the five most recent. */
export function selectProject(id: number): void {
  keep(id, [id, ...recentIds.filter((other) => other !== id)]);
}

/** Stores the default project too, because another one may be first on the next load. */
export function keepDefaultProject(id: number): void {
  keep(id, recentIds);
}

/** Replaces a deleted project with another active one if it was selected. Returns the selected project. */
export function forgetProject(goneId: number, remaining: readonly ListedProject[]): ListedProject | null {
  const known = remaining.filter(({ id }) => id !== goneId);
  const chosen = chosenProject(known, selectedId === String(goneId) ? null : selectedId);
  keep(
    chosen?.id ?? null,
    recentIds.filter((id) => id !== goneId),
  );
  return chosen;
}

/** What is stored may be anything: other programs write there too. Exported for its test. */
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

/** The stored project if it still exists, else the first active one; null if there is none. */
export function chosenProject(projects: readonly ListedProject[], storedId: string | null): ListedProject | null {
  return (
    projects.find((project) => String(project.id) === storedId) ??
    projects.find((project) => project.status === "active") ??
    null
  );
}

/** Undefined while the projects load. */
export function useSelectedProject(): ListedProject | null | undefined {
  const stored = useSyncExternalStore(subscribe, () => selectedId);
  const { data } = useQuery(projectsQuery);
  return data === undefined ? undefined : chosenProject(data, stored);
}

/** The stored id, whether or not its project exists. */
export function useStoredProjectId(): string | null {
  return useSyncExternalStore(subscribe, () => selectedId);
}

/** Ids of what was selected last, most recent first, at most five. */
export function useRecentIds(): readonly number[] {
  return useSyncExternalStore(subscribe, () => recentIds);
}
