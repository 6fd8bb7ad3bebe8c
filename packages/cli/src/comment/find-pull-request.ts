import { readFile } from "node:fs/promises";
import type { Variables } from "@plumb/reporter-core/ci-environment.ts";
import { UsageError } from "#core/usage-error.ts";
import { RequestError } from "#core/request-error.ts";
import type { CliContext } from "#core/cli-context.ts";
import { createAzure } from "./azure.ts";
import { createBitbucket } from "./bitbucket.ts";
import type { CodeHost } from "./code-host.ts";
import { createGitHub, githubApi } from "./github.ts";
import { createGitLab } from "./gitlab.ts";
import { listOf, textAt } from "./host-api.ts";

export interface FoundPullRequest {
  readonly host: CodeHost;
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
  return { host: hostOf(pullRequest, context), commit, build: null };
}

function hostOf(pullRequest: string, context: CliContext): CodeHost {
  const { env } = context;
  if (env["GITHUB_ACTIONS"] === "true") return createGitHub(githubAccess(env), pullRequest, context);
  if (env["GITLAB_CI"] === "true") return createGitLab(gitlabAccess(env), pullRequest, context);
  if (env["BITBUCKET_BUILD_NUMBER"]) return createBitbucket(bitbucketAccess(env), pullRequest, context);
  if (env["TF_BUILD"] && env["BUILD_REPOSITORY_PROVIDER"] === "GitHub")
    return createGitHub(
      githubAccess({ ...env, GITHUB_REPOSITORY: env["BUILD_REPOSITORY_NAME"] }),
      pullRequest,
      context,
    );
  if (env["TF_BUILD"]) return createAzure(azureAccess(env), pullRequest, context);
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
  const access = githubAccess(context.env);
  const head = encodeURIComponent(`${run("head_repository", "owner", "login")}:${run("head_branch")}`);
  const { body } = await githubApi(access, context).send(
    "GET",
    `/repos/${access.repository}/pulls?state=open&head=${head}&per_page=100`,
  );
  const numbers = listOf(body)
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
  return { host: createGitHub(access, pullRequest, context), commit, build };
}

function githubAccess(env: Variables) {
  return {
    api: (env["GITHUB_API_URL"] || "https://api.github.com").replace(/\/$/, ""),
    graphql: env["GITHUB_GRAPHQL_URL"] || "https://api.github.com/graphql",
    repository: required(env, "GITHUB_REPOSITORY"),
    token: tokenOf(env, ["GITHUB_TOKEN", "GH_TOKEN"], "Add `env: { GITHUB_TOKEN: ${{ github.token }} }` to the step."),
  };
}

function gitlabAccess(env: Variables) {
  const project = env["CI_MERGE_REQUEST_PROJECT_ID"] || required(env, "CI_PROJECT_ID");
  return {
    api: required(env, "CI_API_V4_URL").replace(/\/$/, ""),
    project,
    pipelineProject: env["CI_PROJECT_ID"] || project,
    token: tokenOf(
      env,
      ["GITLAB_TOKEN"],
      "The job token of GitLab cannot write notes. Create a project access token with the scope `api`, and add it as a masked CI/CD variable.",
    ),
  };
}

function bitbucketAccess(env: Variables) {
  return {
    api: (env["PLUMB_BITBUCKET_API"] || "https://api.bitbucket.org/2.0").replace(/\/$/, ""),
    workspace: required(env, "BITBUCKET_WORKSPACE"),
    slug: required(env, "BITBUCKET_REPO_SLUG"),
    token: tokenOf(
      env,
      ["BITBUCKET_TOKEN"],
      "Bitbucket Pipelines has no job token. Create a repository access token with pull request and repository write, and add it as a secured variable.",
    ),
  };
}

function azureAccess(env: Variables) {
  return {
    collection: required(env, "SYSTEM_COLLECTIONURI"),
    project: required(env, "SYSTEM_TEAMPROJECT"),
    repositoryId: required(env, "BUILD_REPOSITORY_ID"),
    token: tokenOf(
      env,
      ["SYSTEM_ACCESSTOKEN"],
      "Add `env: { SYSTEM_ACCESSTOKEN: $(System.AccessToken) }` to the step.",
    ),
  };
}

/** @throws UsageError that names the variables and never their values. */
function tokenOf(env: Variables, names: readonly string[], advice: string): string {
  const all = ["PLUMB_COMMENT_TOKEN", ...names];
  const token = all.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== "");
  if (token === undefined) throw new UsageError(`No token: set ${all.join(" or ")}. ${advice}`);
  // Other characters are invalid in a header, and Node's error message would print the token.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("The token contains invalid characters. Was it copied whole?");
  return token;
}

function required(env: Variables, name: string): string {
  const value = env[name]?.trim();
  if (value === undefined || value === "") throw new UsageError(`The variable ${name} of the CI system is missing.`);
  return value;
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
