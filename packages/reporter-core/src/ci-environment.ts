export type Variables = Readonly<Record<string, string | undefined>>;

/** Information from the CI system about the build. Unknown values are missing. */
export interface BuildContext {
  /** For a pull request its own branch, not the target branch. Absent for tags. */
  readonly branch?: string;
  /** For a pull request its head commit, if known, and not the merge commit of the CI system. */
  readonly commit?: string;
  /** Author of the commit, not the user who started the build. */
  readonly commitAuthor?: string;
  /** Its number. */
  readonly pullRequest?: string;
  /** Branch into which the pull request will be merged. */
  readonly targetBranch?: string;
  /** Equal for all jobs and shards of a pipeline, and when a job is run again. */
  readonly build?: string;
  readonly ciUrl?: string;
  /** Job that runs the tests. Does not change when the job is run again. */
  readonly job?: string;
  /** Increases each time the job is run again. */
  readonly jobAttempt?: string;
}

interface Provider {
  readonly name: string;
  readonly runsIn: (env: Variables) => boolean;
  readonly read: (env: Variables, event: unknown) => Partial<Record<keyof BuildContext, string | undefined>>;
}

const github: Provider = {
  name: "GitHub Actions",
  runsIn: (env) => env["GITHUB_ACTIONS"] === "true",
  read: (env, event) => ({
    branch: env["GITHUB_HEAD_REF"] || (env["GITHUB_REF_TYPE"] === "branch" ? env["GITHUB_REF_NAME"] : undefined),
    // GITHUB_SHA of a pull request is a temporary merge commit.
    commit: text(event, "pull_request", "head", "sha") ?? env["GITHUB_SHA"],
    commitAuthor: text(event, "pull_request", "user", "login") ?? text(event, "head_commit", "author", "name"),
    pullRequest: /^refs\/pull\/(\d+)\//.exec(env["GITHUB_REF"] ?? "")?.[1] ?? number(event, "pull_request", "number"),
    targetBranch: env["GITHUB_BASE_REF"] || text(event, "pull_request", "base", "ref"),
    build: env["GITHUB_RUN_ID"],
    ciUrl: joined(env["GITHUB_SERVER_URL"], env["GITHUB_REPOSITORY"], "actions/runs", env["GITHUB_RUN_ID"]),
    // The jobs of a matrix have the same name, so the runner is added.
    job: joinedBy(" ", env["GITHUB_JOB"], env["RUNNER_OS"], env["RUNNER_ARCH"]),
    jobAttempt: env["GITHUB_RUN_ATTEMPT"],
  }),
};

const gitlab: Provider = {
  name: "GitLab",
  runsIn: (env) => env["GITLAB_CI"] === "true",
  read: (env) => ({
    // Branch of an external pull request, for GitHub repositories with GitLab pipelines.
    branch:
      env["CI_MERGE_REQUEST_SOURCE_BRANCH_NAME"] ||
      env["CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME"] ||
      env["CI_COMMIT_BRANCH"],
    // Only set if the pipeline runs on a merge result. CI_COMMIT_SHA is then not a commit of the branch.
    commit:
      env["CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"] ||
      env["CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_SHA"] ||
      env["CI_COMMIT_SHA"],
    // `Ada Lovelace <ada@example.com>`
    commitAuthor: env["CI_COMMIT_AUTHOR"]?.replace(/\s*<[^>]*>\s*$/, ""),
    pullRequest: env["CI_MERGE_REQUEST_IID"] || env["CI_EXTERNAL_PULL_REQUEST_IID"],
    targetBranch: env["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"] || env["CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME"],
    build: env["CI_PIPELINE_ID"],
    ciUrl: env["CI_PIPELINE_URL"],
    job: env["CI_JOB_NAME"],
    jobAttempt: env["CI_JOB_ID"],
  }),
};

const jenkins: Provider = {
  name: "Jenkins",
  // Without an address in its system configuration, Jenkins sets neither JENKINS_URL nor BUILD_URL.
  runsIn: (env) => Boolean(env["JENKINS_URL"] || (env["JENKINS_HOME"] && env["BUILD_TAG"])),
  read: (env) => ({
    branch:
      env["CHANGE_BRANCH"] ||
      // For a tag build, BRANCH_NAME contains the tag.
      (env["TAG_NAME"] ? undefined : env["BRANCH_NAME"] || env["GIT_LOCAL_BRANCH"] || withoutRemote(env["GIT_BRANCH"])),
    commit: env["GIT_COMMIT"],
    commitAuthor: env["CHANGE_AUTHOR_DISPLAY_NAME"] || env["CHANGE_AUTHOR"],
    pullRequest: env["CHANGE_ID"],
    targetBranch: env["CHANGE_TARGET"],
    // BUILD_ID starts at 1 in each job, so it is not unique.
    build: env["BUILD_TAG"] || env["BUILD_URL"],
    ciUrl: env["BUILD_URL"],
  }),
};

const azure: Provider = {
  name: "Azure Pipelines",
  runsIn: (env) => Boolean(env["TF_BUILD"]),
  read: (env) => ({
    branch: branchOfRef(env["SYSTEM_PULLREQUEST_SOURCEBRANCH"]) ?? branchOfRef(env["BUILD_SOURCEBRANCH"]),
    commit: env["SYSTEM_PULLREQUEST_SOURCECOMMITID"] || env["BUILD_SOURCEVERSION"],
    commitAuthor: env["BUILD_SOURCEVERSIONAUTHOR"],
    // For GitHub repositories the number is the one on GitHub, while the id is internal to Azure.
    pullRequest: env["SYSTEM_PULLREQUEST_PULLREQUESTNUMBER"] || env["SYSTEM_PULLREQUEST_PULLREQUESTID"],
    targetBranch: branchOfRef(env["SYSTEM_PULLREQUEST_TARGETBRANCH"]),
    build: env["BUILD_BUILDID"],
    ciUrl: joined(
      env["SYSTEM_COLLECTIONURI"],
      env["SYSTEM_TEAMPROJECT"] && encodeURIComponent(env["SYSTEM_TEAMPROJECT"]),
      "_build",
      env["BUILD_BUILDID"] && `results?buildId=${env["BUILD_BUILDID"]}`,
    ),
    job: env["SYSTEM_JOBDISPLAYNAME"] || env["AGENT_JOBNAME"],
    jobAttempt: env["SYSTEM_JOBATTEMPT"],
  }),
};

const circle: Provider = {
  name: "CircleCI",
  runsIn: (env) => env["CIRCLECI"] === "true",
  read: (env) => ({
    branch: env["CIRCLE_BRANCH"],
    commit: env["CIRCLE_SHA1"],
    pullRequest: env["CIRCLE_PR_NUMBER"] || /\/(\d+)$/.exec(env["CIRCLE_PULL_REQUEST"] ?? "")?.[1],
    // A re-run has a new workflow id but the same workspace id.
    build: env["CIRCLE_WORKFLOW_WORKSPACE_ID"] || env["CIRCLE_WORKFLOW_ID"],
    ciUrl: env["CIRCLE_BUILD_URL"],
    job: joinedBy(" ", env["CIRCLE_JOB"], env["CIRCLE_NODE_INDEX"] ?? "0"),
    jobAttempt: env["CIRCLE_BUILD_NUM"],
  }),
};

const buildkite: Provider = {
  name: "Buildkite",
  runsIn: (env) => env["BUILDKITE"] === "true",
  read: (env) => ({
    branch: env["BUILDKITE_TAG"] ? undefined : env["BUILDKITE_BRANCH"],
    // For a build that was started manually, this may be HEAD.
    commit: env["BUILDKITE_COMMIT"] === "HEAD" ? undefined : env["BUILDKITE_COMMIT"],
    commitAuthor: env["BUILDKITE_BUILD_AUTHOR"],
    pullRequest: env["BUILDKITE_PULL_REQUEST"] === "false" ? undefined : env["BUILDKITE_PULL_REQUEST"],
    targetBranch: env["BUILDKITE_PULL_REQUEST_BASE_BRANCH"],
    build: env["BUILDKITE_BUILD_ID"],
    ciUrl: env["BUILDKITE_BUILD_URL"],
    job: joinedBy(" ", env["BUILDKITE_STEP_KEY"] || env["BUILDKITE_LABEL"], env["BUILDKITE_PARALLEL_JOB"] ?? "0"),
    jobAttempt: env["BUILDKITE_RETRY_COUNT"] && String(Number(env["BUILDKITE_RETRY_COUNT"]) + 1),
  }),
};

const bitbucket: Provider = {
  name: "Bitbucket Pipelines",
  runsIn: (env) => Boolean(env["BITBUCKET_BUILD_NUMBER"]),
  read: (env) => ({
    branch: env["BITBUCKET_BRANCH"],
    commit: env["BITBUCKET_COMMIT"],
    pullRequest: env["BITBUCKET_PR_ID"],
    targetBranch: env["BITBUCKET_PR_DESTINATION_BRANCH"],
    build: env["BITBUCKET_PIPELINE_UUID"] || env["BITBUCKET_BUILD_NUMBER"],
    ciUrl: joined(env["BITBUCKET_GIT_HTTP_ORIGIN"], "pipelines/results", env["BITBUCKET_BUILD_NUMBER"]),
  }),
};

const teamcity: Provider = {
  name: "TeamCity",
  runsIn: (env) => Boolean(env["TEAMCITY_VERSION"]),
  // This system sets few variables. Branch and commit come from the working copy or from the parameters of the job.
  read: (env) => ({
    commit: env["BUILD_VCS_NUMBER"],
    build: joinedBy("-", env["TEAMCITY_PROJECT_NAME"], env["TEAMCITY_BUILDCONF_NAME"], env["BUILD_NUMBER"]),
    ciUrl: env["BUILD_URL"],
  }),
};

const drone: Provider = {
  name: "Drone",
  runsIn: (env) => env["DRONE"] === "true",
  read: (env) => ({
    branch: env["DRONE_TAG"] ? undefined : env["DRONE_SOURCE_BRANCH"] || env["DRONE_BRANCH"],
    commit: env["DRONE_COMMIT_SHA"],
    commitAuthor: env["DRONE_COMMIT_AUTHOR_NAME"] || env["DRONE_COMMIT_AUTHOR"],
    pullRequest: env["DRONE_PULL_REQUEST"],
    // Without a pull request, DRONE_TARGET_BRANCH is the branch itself.
    targetBranch: env["DRONE_PULL_REQUEST"] ? env["DRONE_TARGET_BRANCH"] : undefined,
    build: joinedBy("-", env["DRONE_REPO"], env["DRONE_BUILD_NUMBER"]),
    ciUrl: env["DRONE_BUILD_LINK"],
  }),
};

const providers = [github, gitlab, azure, circle, buildkite, bitbucket, drone, teamcity, jenkins];

/**
 * Reads the build from the variables of the CI system.
 *
 * @param event Parsed file that GITHUB_EVENT_PATH names. Unexpected content is ignored.
 * @returns An empty object outside known CI systems.
 */
export function buildFromCi(env: Variables, event: unknown = null): BuildContext {
  const provider = providers.find(({ runsIn }) => runsIn(env));
  const read = provider?.read(env, event) ?? {};
  // An attempt number is only meaningful together with a job.
  const { job, jobAttempt, ...build } = read;
  const found = Object.entries({ ...build, ...(job && { job, jobAttempt }) }).filter(([, value]) => value);
  return Object.fromEntries(found);
}

/** Returns a nested text of an event, or undefined if the value is not a text. */
function text(event: unknown, ...path: readonly string[]): string | undefined {
  const found = path.reduce(field, event);
  return typeof found === "string" && found !== "" ? found : undefined;
}

function number(event: unknown, ...path: readonly string[]): string | undefined {
  const found = path.reduce(field, event);
  return typeof found === "number" ? String(found) : undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** `refs/heads/a/b` is branch `a/b`; tags and merge refs are not branches. Azure passes branch names without a prefix for GitHub repositories. */
function branchOfRef(ref: string | undefined): string | undefined {
  if (!ref) return undefined;
  if (ref.startsWith("refs/heads/")) return ref.slice("refs/heads/".length);
  return ref.startsWith("refs/") ? undefined : ref;
}

function withoutRemote(branch: string | undefined): string | undefined {
  return branch?.replace(/^(?:refs\/remotes\/)?origin\//, "");
}

/** Joins the parts of a link. Returns undefined if a part is missing. */
function joined(...parts: readonly (string | undefined)[]): string | undefined {
  return joinedBy("/", ...parts.map((part) => part?.replace(/\/$/, "")));
}

function joinedBy(sign: string, ...parts: readonly (string | undefined)[]): string | undefined {
  return parts.every(Boolean) ? parts.join(sign) : undefined;
}
