import { ProjectStatesList } from "./project-states-list.tsx";
import { sampleProjectState, sampleRun } from "#lib/sample-project-state.ts";

const red = sampleRun({ id: 6, number: 411, testSuite: "api", status: "failed", passed: 236, failed: 3, errored: 1 });

export const Mixed = () => (
  <ProjectStatesList
    title="Projects"
    projects={[
      sampleProjectState({
        name: "Payments",
        failingSuites: 1,
        failing: red,
        role: "LEAD",
        main: red,
        newCauses: 3,
        newCause: {
          groupId: 9,
          error: "expect(locator).toHaveText(expected) failed: “Pay now” is “Loading…”",
          firstRun: { id: 5, number: 410 },
          firstSeen: "2029-12-31T20:00:00.000Z",
        },
        flakyTests: 4,
        topOwner: { owner: "@checkout", failures: 3 },
      }),
      sampleProjectState({ id: 2, name: "Storefront", main: sampleRun({ status: "running", number: 413 }) }),
      sampleProjectState({ id: 3, name: "Legacy", status: "inactive", role: null, type: "selenium" }),
      sampleProjectState({
        id: 4,
        name: "New one",
        suites: 0,
        latest: null,
        current: { totalReports: 0, totalTests: 0, passRate: null, avgDuration: null, timedReports: 0 },
        days: [],
      }),
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
        main: sampleRun({ testSuite: hostile }),
        newCauses: 9_999_999,
        newCause: {
          groupId: 9,
          error: hostile,
          firstRun: { id: 5, number: 9_999_999 },
          firstSeen: "2029-12-31T20:00:00.000Z",
        },
        flakyTests: 9_999_999,
        topOwner: { owner: hostile, failures: 9_999_999 },
      }),
      sampleProjectState({
        id: 3,
        name: "مدفوعات المتجر",
        newCauses: 1,
        newCause: {
          groupId: 10,
          error: "خطأ: لم يتم العثور على الزر",
          firstRun: { id: 5, number: 3 },
          firstSeen: "2029-12-31T20:00:00.000Z",
        },
        topOwner: { owner: "فريق الدفع", failures: 2 },
      }),
      sampleProjectState({ id: 2, name: "W".repeat(100), description: "W".repeat(2000) }),
    ]}
  />
);
