/** Limits of commits that are sent to the server. The file has no imports, so that reporters can use it without loading schemas. */
export const commitLimits = {
  /** Newest commits that a sender asks about. */
  hashes: 200,
  /** Commits per request. */
  commits: 200,
  /** Size of the commits that a sender puts into one request. Larger than the newest commits of most projects. */
  sentBytes: 512 * 1024,
  parents: 16,
  author: 100,
  subject: 200,
  /** Listed files per commit. `fileCount` has the total. */
  files: 250,
  path: 240,
  repository: 500,
} as const;
