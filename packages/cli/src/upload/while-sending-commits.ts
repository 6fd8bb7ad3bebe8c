import { sendsCommits, startCommitUpload } from "@plumb/reporter-core/commits/send-commits.ts";
import type { CliContext } from "#core/cli-context.ts";
import type { UploadSettings } from "./upload-settings.ts";

/** How long a command waits for the commits after its upload. */
const maxWaitMs = 2000;

/** Runs a task and sends the newest commits of the working copy meanwhile, unless the user has switched this off. */
export async function whileSendingCommits<T>(
  { url, key, query }: Pick<UploadSettings, "url" | "key" | "query">,
  flags: ReadonlySet<string>,
  { env, cwd }: Pick<CliContext, "env" | "cwd">,
  task: () => Promise<T>,
): Promise<T> {
  if (flags.has("no-commits") || !sendsCommits(env)) return task();
  const commits = startCommitUpload({ url, key }, { cwd, commit: query.commit, pullRequest: query.pullRequest });
  try {
    return await task();
  } finally {
    await commits.finish(maxWaitMs);
  }
}
