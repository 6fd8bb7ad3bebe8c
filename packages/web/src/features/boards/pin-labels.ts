import type { PinKind } from "@plumb/contract/projects/boards.ts";

/** Names of what can be pinned, in display order. Cards of the dashboard have their name there. */
export const pinLabels: Readonly<Record<PinKind, string>> = {
  state: "State",
  newCauses: "New causes",
  passRate: "Pass Rate",
  reports: "Test Reports",
  tests: "Total Tests Executed",
  duration: "Avg Duration",
  flakyTests: "Flaky tests",
};
