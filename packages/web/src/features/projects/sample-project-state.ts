import type { ProjectState, RunInBrief } from "@plumb/contract/projects/projects.ts";

export function sampleRun(changes: Partial<RunInBrief> = {}): RunInBrief {
  return {
    id: 7,
    number: 412,
    testSuite: "web-e2e",
    status: "completed",
    startTime: "2030-01-01T09:00:00.000Z",
    total: 240,
    passed: 240,
    failed: 0,
    errored: 0,
    skipped: 0,
    flaky: 0,
    ...changes,
  };
}

/** Returns a project's state for stories. */
export function sampleProjectState(changes: Partial<ProjectState> = {}): ProjectState {
  return {
    id: 1,
    name: "Storefront",
    description: "The shop as customers see it",
    type: "playwright",
    status: "active",
    role: "USER",
    failingSuites: 0,
    suites: 2,
    latest: sampleRun(),
    failing: null,
    ...changes,
  };
}
