import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { CommitRange, NamedCommit } from "#failures/suspects.ts";

/** Commits that one report has and an earlier one does not. */
export const CommitsBetween = z.object({
  range: CommitRange,
  /** Newest first, at most 50. */
  commits: z.array(NamedCommit),
  /** Page of the code host that compares both commits; `null` if the address of the repository is unknown. */
  url: z.string().nullable(),
});
export type CommitsBetween = z.infer<typeof CommitsBetween>;

export const readCommitsBetween = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/commits",
  summary: "List the commits between two reports of a project, as far as the server knows them",
  allow: "project:read",
  params: z.object({ reportId: Id }),
  query: z.object({
    /** Id of the other report. The earlier report is the start. */
    other: Id,
  }),
  // `null` if a report has no commit.
  response: success(CommitsBetween.nullable()),
});
