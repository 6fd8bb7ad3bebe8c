import { connectionOptions } from "#server/connection.ts";

/** Options that identify the run; each has a variable such as PLUMB_SUITE. */
export const runOptions = {
  suite: "name of the suite (default: from the report)",
  environment: "where the tests ran: staging, production, …",
  branch: "branch (default: from the CI system or git)",
  commit: "commit (default: from the CI system or git)",
  "commit-author": "who wrote the commit (default: from the CI system or git)",
  "pull-request": "number of the pull or merge request (default: from the CI system)",
  "target-branch": "target branch of the pull request, to detect new failures (default: from the CI system)",
  build: "uploads of one build become one run (default: the CI system's pipeline)",
  "ci-url": "link to the CI job (default: from the CI system)",
  job: "CI job that ran the tests (default: from the CI system)",
  "job-attempt": "number that grows each time the job runs again (default: from the CI system)",
} as const;

/** Options of `plumb upload` that can be repeated. */
export const labelOptions = {
  tag: "tag of the run, such as nightly; can be repeated (or PLUMB_TAGS=nightly,smoke)",
  fact: "fact about the run as key=value, such as browser=chrome-143; can be repeated (or PLUMB_FACTS)",
} as const;

/** Flags of all commands that upload results. `partial` and `whole` override the server's detection of partial runs. */
export const uploadFlags = {
  partial:
    "only part of the suite ran: not a base for comparisons, and does not turn a red suite green (or PLUMB_PARTIAL=true)",
  rerun:
    "these tests run again: a test that passes now replaces its failure in earlier uploads of the build (or PLUMB_RERUN=true)",
  whole: "the whole suite ran, although with far fewer tests than usual (or PLUMB_PARTIAL=false)",
  "no-commits":
    "do not send the newest git commits (author names, subjects, names of changed files; or PLUMB_COMMITS=off)",
} as const;

/** Options of `plumb upload` that take a value, sorted as in the help. */
export const uploadOptions = {
  ...connectionOptions,
  ...runOptions,
  framework: "test framework (default: from the report)",
  format: "report format, to skip detection: junit, playwright-json, …",
  batch: "maximum number of files per request, for proxies with limits (default: all in one)",
} as const;
export type UploadOption = keyof typeof uploadOptions;

/** Returns the environment variable of an option. `plumb run` sets it for its command. */
export function variableOf(option: UploadOption): string {
  return `PLUMB_${option.toUpperCase().replaceAll("-", "_")}`;
}
