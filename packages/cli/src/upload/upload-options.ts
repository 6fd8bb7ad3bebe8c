import { connectionOptions } from "#server/connection.ts";

/** Options that identify the run; each has a variable such as PLUMB_SUITE. */
export const runOptions = {
  suite: "name of the suite (default: what the report says)",
  environment: "where the tests ran: staging, production, …",
  branch: "branch (default: from the CI system or git)",
  commit: "commit (default: from the CI system or git)",
  "commit-author": "who wrote the commit (default: from the CI system or git)",
  "pull-request": "number of the pull or merge request (default: from the CI system)",
  "target-branch": "branch that the pull request goes into: what is new is judged by it (default: from the CI system)",
  build: "uploads of one build become one run (default: the CI system's pipeline)",
  "ci-url": "link to the CI job (default: from the CI system)",
  job: "CI job that ran the tests (default: from the CI system)",
  "job-attempt": "number that grows each time the job runs again (default: from the CI system)",
} as const;

/** Flags that override the server's detection of partial runs. */
export const scopeFlags = {
  partial: "only part of the suite ran: no base for comparison, and no red suite turns green (or PLUMB_PARTIAL=true)",
  whole: "all of the suite ran, though far fewer tests than usual (or PLUMB_PARTIAL=false)",
} as const;

/** Options of `plumb upload` that take a value, sorted as in the help. */
export const uploadOptions = {
  ...connectionOptions,
  ...runOptions,
  framework: "test framework (default: what the report says)",
  format: "report format, to skip detection: junit, playwright-json, …",
  batch: "most files per request, where a proxy limits them (default: all in one)",
} as const;
export type UploadOption = keyof typeof uploadOptions;

/** Returns the environment variable of an option. `plumb run` sets it for its command. */
export function variableOf(option: UploadOption): string {
  return `PLUMB_${option.toUpperCase().replaceAll("-", "_")}`;
}
