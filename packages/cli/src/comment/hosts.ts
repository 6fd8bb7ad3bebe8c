import { createAzure } from "@plumb/code-hosts/azure.ts";
import { createBitbucket } from "@plumb/code-hosts/bitbucket.ts";
import type { CodeHost } from "@plumb/code-hosts/code-host.ts";
import { createGitHub, githubHeaders } from "@plumb/code-hosts/github.ts";
import { createGitLab } from "@plumb/code-hosts/gitlab.ts";
import type { HostClient } from "@plumb/code-hosts/host-client.ts";
import type { Variables } from "@plumb/reporter-core/ci-environment.ts";
import type { CliContext } from "#core/cli-context.ts";
import { required, tokenOf } from "./ci-variables.ts";
import { createHttpClient } from "./http-client.ts";

export function githubClient(env: Variables, context: CliContext): HostClient {
  const token = tokenOf(
    env,
    ["GITHUB_TOKEN", "GH_TOKEN"],
    "Add `env: { GITHUB_TOKEN: ${{ github.token }} }` to the step.",
  );
  const api = withoutSlash(env["GITHUB_API_URL"] || "https://api.github.com");
  const explanation =
    "The token cannot write. The pull requests of forks get a read-only token: use the workflow_run recipe in docs/pull-requests.md. Otherwise, give the job `permissions: { pull-requests: write, statuses: write }`.";
  return createHttpClient({ name: "GitHub", api, token, headers: githubHeaders(token), explanation }, context);
}

export function createGitHubHost(env: Variables, pullRequest: string, context: CliContext): CodeHost {
  return createGitHub(githubClient(env, context), required(env, "GITHUB_REPOSITORY"), pullRequest);
}

export function createGitLabHost(env: Variables, mergeRequest: string, context: CliContext): CodeHost {
  const token = tokenOf(
    env,
    ["GITLAB_TOKEN"],
    "The job token of GitLab cannot write notes. Create a project access token with the scope `api`, and add it as a masked CI/CD variable.",
  );
  const api = withoutSlash(required(env, "CI_API_V4_URL"));
  const explanation =
    "The token needs the scope `api` and the role Reporter or higher; for commit statuses, Developer.";
  const headers = { "private-token": token };
  const project = env["CI_PROJECT_ID"];
  const [id, commit] = [env["CI_PIPELINE_ID"], env["CI_COMMIT_SHA"]];
  return createGitLab(createHttpClient({ name: "GitLab", api, token, headers, explanation }, context), {
    project: env["CI_MERGE_REQUEST_PROJECT_ID"] || required(env, "CI_PROJECT_ID"),
    mergeRequest,
    pipeline: project && id && commit ? { project, id, commit } : null,
  });
}

export function createBitbucketHost(env: Variables, pullRequest: string, context: CliContext): CodeHost {
  const token = tokenOf(
    env,
    ["BITBUCKET_TOKEN"],
    "Bitbucket Pipelines has no job token. Create a repository access token with pull request and repository write, and add it as a secured variable.",
  );
  const api = withoutSlash(env["PLUMB_BITBUCKET_API"] || "https://api.bitbucket.org/2.0");
  const headers = { authorization: `Bearer ${token}` };
  const explanation = "The access token needs the permissions to write pull requests and repositories.";
  return createBitbucket(createHttpClient({ name: "Bitbucket", api, token, headers, explanation }, context), {
    workspace: required(env, "BITBUCKET_WORKSPACE"),
    slug: required(env, "BITBUCKET_REPO_SLUG"),
    pullRequest,
  });
}

export function createAzureHost(env: Variables, pullRequest: string, context: CliContext): CodeHost {
  const token = tokenOf(
    env,
    ["SYSTEM_ACCESSTOKEN"],
    "Add `env: { SYSTEM_ACCESSTOKEN: $(System.AccessToken) }` to the step.",
  );
  const api = withoutSlash(required(env, "SYSTEM_COLLECTIONURI"));
  const headers = { authorization: `Bearer ${token}` };
  const explanation =
    "Map the token into the step (`env: { SYSTEM_ACCESSTOKEN: $(System.AccessToken) }`), and allow the build service to contribute to pull requests.";
  return createAzure(createHttpClient({ name: "Azure DevOps", api, token, headers, explanation }, context), {
    project: required(env, "SYSTEM_TEAMPROJECT"),
    repository: required(env, "BUILD_REPOSITORY_ID"),
    pullRequest,
  });
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}
