import type { ProjectState, RunInBrief } from "@plumb/contract/projects/project-states.ts";

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

const rates = [99, 98.4, 97, 99.2, 98.8, 96.1, 97.5, 98.9, 99.3, 98.1];
const sampleDays = rates.map((passRate, index) => ({
  day: `2029-12-${22 + index}`,
  reports: 9,
  tests: 2160,
  passRate,
  avgDuration: 400_000 + index * 2_000,
}));

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
    main: null,
    newCauses: 0,
    newCause: null,
    current: { totalReports: 96, totalTests: 23_040, passRate: 98, avgDuration: 412_000, timedReports: 96 },
    days: sampleDays,
    flakyTests: 0,
    topOwner: null,
    ...changes,
  };
}
