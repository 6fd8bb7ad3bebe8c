import { readFile } from "node:fs/promises";
import type { CodeHost } from "@plumb/code-hosts/code-host.ts";
import { listIn, textAt } from "@plumb/code-hosts/host-client.ts";
import type { Variables } from "@plumb/reporter-core/ci-environment.ts";
import { UsageError } from "#core/usage-error.ts";
import { RequestError } from "#core/request-error.ts";
import type { CliContext } from "#core/cli-context.ts";
import { required } from "./ci-variables.ts";
import { createAzureHost, createBitbucketHost, createGitHubHost, createGitLabHost, githubClient } from "./hosts.ts";

export interface FoundPullRequest {
  readonly host: CodeHost;
  readonly pullRequest: string;
  /** Tested commit. */
  readonly commit: string;
  /** Build of the tested commit, if it differs from that of this job. */
  readonly build: string | null;
}

interface Query {
  readonly pullRequest: string | undefined;
  readonly commit: string | undefined;
}

/** Returns the pull request of this build; `null` if the build is not of a pull request. */
export async function findPullRequest(query: Query, context: CliContext): Promise<FoundPullRequest | null> {
  const { env } = context;
  const { pullRequest: number, commit: hash } = query;
  if (number !== undefined && !/^\d{1,15}$/.test(number))
    throw new UsageError(`--pull-request must be a number, not ${number}.`);
  if (hash !== undefined && !/^[0-9a-f]{7,64}$/.test(hash))
    throw new UsageError(`--commit must be a hash, not ${hash}.`);
  const detected = await context.detected();
  const event = await readEvent(env);
  if (env["GITHUB_ACTIONS"] === "true" && textAt(event, "workflow_run", "head_sha") !== "")
    return ofWorkflowRun(query, event, context);
  const pullRequest = query.pullRequest ?? detected.pullRequest;
  if (pullRequest === undefined) return null;
  const commit = query.commit ?? detected.commit;
  if (commit === undefined) throw new UsageError("The tested commit is unknown: pass --commit.");
  return { host: hostOf(pullRequest, context), pullRequest, commit, build: null };
}

function hostOf(pullRequest: string, context: CliContext): CodeHost {
  const { env } = context;
  if (env["GITHUB_ACTIONS"] === "true") return createGitHubHost(env, pullRequest, context);
  if (env["GITLAB_CI"] === "true") return createGitLabHost(env, pullRequest, context);
  if (env["BITBUCKET_BUILD_NUMBER"]) return createBitbucketHost(env, pullRequest, context);
  if (env["TF_BUILD"] && env["BUILD_REPOSITORY_PROVIDER"] === "GitHub")
    return createGitHubHost({ ...env, GITHUB_REPOSITORY: env["BUILD_REPOSITORY_NAME"] }, pullRequest, context);
  if (env["TF_BUILD"]) return createAzureHost(env, pullRequest, context);
  throw new UsageError(
    "plumb comment runs in GitHub Actions, GitLab CI, Bitbucket Pipelines and Azure Pipelines. This is none of them.",
  );
}

/**
 * Returns the pull request of the run that started this workflow. The event names the commit, and GitHub the pull request: an artifact of a fork
 * could name any. GitHub leaves out `pull_requests` for forks.
 */
async function ofWorkflowRun(query: Query, event: unknown, context: CliContext): Promise<FoundPullRequest | null> {
  const run = (...path: string[]) => textAt(event, "workflow_run", ...path);
  const commit = run("head_sha");
  if (query.commit !== undefined && query.commit !== commit)
    throw new UsageError(`--commit is ${query.commit}, but this workflow was started by a run of ${commit}.`);
  if (!run("event").startsWith("pull_request")) return null;
  const client = githubClient(context.env, context);
  const head = encodeURIComponent(`${run("head_repository", "owner", "login")}:${run("head_branch")}`);
  const url = `${client.api}/repos/${required(context.env, "GITHUB_REPOSITORY")}/pulls?state=open&head=${head}&per_page=100`;
  const { body } = await client.send({ method: "GET", url });
  const numbers = listIn(client, body)
    .filter(
      (pull) =>
        textAt(pull, "head", "sha") === commit && textAt(pull, "head", "repo", "id") === run("head_repository", "id"),
    )
    .map((pull) => textAt(pull, "number"));
  const build = run("id");
  if (query.pullRequest !== undefined && !numbers.includes(query.pullRequest))
    throw new RequestError(
      `The head of pull request ${query.pullRequest} is not the tested commit ${commit}: nothing was changed.`,
    );
  const pullRequest = query.pullRequest ?? numbers[0];
  if (pullRequest === undefined) return null;
  if (query.pullRequest === undefined && numbers.length > 1)
    throw new UsageError(
      `Several pull requests have the commit ${commit}: pass --pull-request with ${numbers.join(" or ")}.`,
    );
  return { host: createGitHubHost(context.env, pullRequest, context), pullRequest, commit, build };
}

/** Returns the event of GitHub Actions; `null` if there is none. */
async function readEvent(env: Variables): Promise<unknown> {
  const path = env["GITHUB_EVENT_PATH"];
  if (!path) return null;
  try {
    return JSON.parse(await readFile(path, "utf8")) as unknown;
  } catch {
    return null;
  }
}
