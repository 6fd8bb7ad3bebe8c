/** Options of `plumb upload` that take a value, in the order of the help. */
export const uploadOptions = {
  url: "address of the Plumb server (or PLUMB_URL)",
  key: "API key of the project (or, better, PLUMB_API_KEY: others may read a command line)",
  suite: "name of the suite (default: what the report says)",
  environment: "where the tests ran: staging, production, …",
  branch: "branch (default: from the CI system or git)",
  commit: "commit (default: from the CI system or git)",
  build: "uploads of one build become one run (default: the CI system's pipeline)",
  "ci-url": "link to the CI job (default: from the CI system)",
  framework: "test framework (default: what the report says)",
  format: "report format, to skip detection: junit, playwright-json, …",
  batch: "most files per request, where a proxy limits them (default: all in one)",
} as const;
export type UploadOption = keyof typeof uploadOptions;
