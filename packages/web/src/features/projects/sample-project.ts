import type { ListedProject } from "@plumb/contract/projects/projects.ts";

/** Returns a project for stories and tests. */
export function sampleProject(changes: Partial<ListedProject> = {}): ListedProject {
  return {
    id: 1,
    name: "Storefront",
    description: "The shop as customers see it",
    type: "playwright",
    status: "active",
    settings: { retentionDays: 30, autoCleanup: true, notifications: true },
    createdAt: "2030-01-01T00:00:00.000Z",
    role: "USER",
    ...changes,
  };
}
