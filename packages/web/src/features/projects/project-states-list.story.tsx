import { ProjectStatesList } from "./project-states-list.tsx";
import { sampleProjectState, sampleRun } from "./sample-project-state.ts";

const red = sampleRun({ id: 6, number: 411, testSuite: "api", status: "failed", passed: 236, failed: 3, errored: 1 });

export const Mixed = () => (
  <ProjectStatesList
    title="Projects"
    projects={[
      sampleProjectState({ name: "Payments", failingSuites: 1, failing: red, role: "LEAD" }),
      sampleProjectState({ id: 2, name: "Storefront" }),
      sampleProjectState({ id: 3, name: "Legacy", status: "inactive", role: null, type: "selenium" }),
      sampleProjectState({ id: 4, name: "New one", suites: 0, latest: null }),
      sampleProjectState({
        id: 5,
        name: "Starting",
        suites: 0,
        latest: sampleRun({ status: "running", total: 0, passed: 0 }),
      }),
    ]}
  />
);

const hostile = "<img src=x onerror=\"document.title='pwned'\">".repeat(20);
export const Hostile = () => (
  <ProjectStatesList
    title="Projects"
    projects={[
      sampleProjectState({
        name: hostile,
        description: hostile,
        latest: sampleRun({ testSuite: hostile, total: 9_999_999, passed: 9_999_999 }),
      }),
      sampleProjectState({ id: 2, name: "W".repeat(100), description: "W".repeat(2000) }),
    ]}
  />
);
