/** Maximum lengths of upload parameters. The file has no imports, so that commands can use it without loading schemas. */
export const uploadLimits = {
  suite: 200,
  environment: 100,
  framework: 60,
  branch: 300,
  commit: 100,
  commitAuthor: 200,
  pullRequest: 100,
  targetBranch: 300,
  job: 200,
  host: 200,
  build: 200,
  ciUrl: 2000,
} as const;
