import { hourMs } from "@plumb/contract/durations.ts";
import { sendCommits } from "@plumb/contract/runs/commits.ts";
import { queueResolutions } from "#failures/resolutions/queue-resolutions.ts";
import { storable } from "#core/text.ts";
import type { Api } from "#http/api.ts";
import { countStoredSince, missingCommits, storeCommits } from "#store/commits/commits.ts";

/** Maximum number of commits that a project stores per hour. */
const hourly = { branches: 5000, pullRequests: 500 } as const;

export function commitRoutes(api: Api<"clock" | "ingestDb">): void {
  api.route(sendCommits, async ({ context, projectId, body, now }) => {
    const { ingestDb: db, clock } = context;
    const { hashes = [], commits = [] } = body;
    const fromPullRequest = body.pullRequest !== undefined;
    const stored = await countStoredSince(db, projectId, fromPullRequest, new Date(now.getTime() - hourMs));
    // Uploads also work without commits, so commits above the limit are skipped without an error.
    if (stored + commits.length > (fromPullRequest ? hourly.pullRequests : hourly.branches))
      return { data: { missing: [] } };
    const storableCommits = commits.map((commit) => ({
      ...commit,
      author: storable(commit.author),
      subject: storable(commit.subject),
      files: commit.files?.map(storable) ?? null,
    }));
    const source = { repository: body.repository ?? null, fromPullRequest, now };
    await storeCommits(db, projectId, storableCommits, source);
    // Commits can arrive after the runs that they explain.
    if (commits.length > 0) await queueResolutions({ db, clock }, projectId);
    return { data: { missing: await missingCommits(db, projectId, hashes, fromPullRequest) } };
  });
}
