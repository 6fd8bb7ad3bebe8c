import { expect, test } from "vitest";
import { buildFromCi } from "./ci-environment.ts";

const github = {
  GITHUB_ACTIONS: "true",
  GITHUB_SERVER_URL: "https://github.com",
  GITHUB_REPOSITORY: "shop/web",
  GITHUB_RUN_ID: "901",
  GITHUB_RUN_ATTEMPT: "2",
  GITHUB_SHA: "merge1",
  GITHUB_REF_TYPE: "branch",
  GITHUB_REF_NAME: "main",
  GITHUB_HEAD_REF: "",
};
const githubUrl = "https://github.com/shop/web/actions/runs/901";
const gitlab = { GITLAB_CI: "true", CI_COMMIT_SHA: "c1", CI_PIPELINE_ID: "77", CI_PIPELINE_URL: "https://gl/p/77" };
const jenkins = {
  JENKINS_URL: "https://ci/",
  BUILD_TAG: "jenkins-web-12",
  BUILD_URL: "https://ci/job/web/12/",
  GIT_COMMIT: "c2",
};
const azure = {
  TF_BUILD: "True",
  BUILD_BUILDID: "55",
  BUILD_SOURCEVERSION: "c3",
  BUILD_SOURCEBRANCH: "refs/heads/team/main",
  SYSTEM_COLLECTIONURI: "https://dev.azure.com/shop/",
  SYSTEM_TEAMPROJECT: "Web Shop",
};
const azureUrl = "https://dev.azure.com/shop/Web%20Shop/_build/results?buildId=55";
const circle = {
  CIRCLECI: "true",
  CIRCLE_BRANCH: "main",
  CIRCLE_SHA1: "c4",
  CIRCLE_BUILD_URL: "https://circleci.com/gh/shop/web/3",
};
const buildkite = {
  BUILDKITE: "true",
  BUILDKITE_BRANCH: "main",
  BUILDKITE_COMMIT: "c5",
  BUILDKITE_BUILD_ID: "018f",
  BUILDKITE_BUILD_URL: "https://buildkite.com/shop/web/builds/4",
};

test.for([
  ["GitHub: a push", github, { branch: "main", commit: "merge1", build: "901", ciUrl: githubUrl }],
  [
    "GitHub: a pull request has its own branch",
    { ...github, GITHUB_HEAD_REF: "fix/cart", GITHUB_REF_NAME: "12/merge" },
    { branch: "fix/cart", commit: "merge1", build: "901", ciUrl: githubUrl },
  ],
  [
    "GitHub: a tag is no branch",
    { ...github, GITHUB_REF_TYPE: "tag", GITHUB_REF_NAME: "v1" },
    { commit: "merge1", build: "901", ciUrl: githubUrl },
  ],
  [
    "GitHub: a link needs all its parts",
    { ...github, GITHUB_REPOSITORY: undefined },
    { branch: "main", commit: "merge1", build: "901" },
  ],
  [
    "GitHub: a job that runs again",
    { ...github, GITHUB_JOB: "e2e", RUNNER_OS: "Linux", RUNNER_ARCH: "X64" },
    { branch: "main", commit: "merge1", build: "901", ciUrl: githubUrl, job: "e2e Linux X64", jobAttempt: "2" },
  ],
  [
    "GitLab: each retry of a job has a higher id",
    { ...gitlab, CI_JOB_NAME: "e2e 1/3", CI_JOB_ID: "9001" },
    { commit: "c1", build: "77", ciUrl: "https://gl/p/77", job: "e2e 1/3", jobAttempt: "9001" },
  ],
  [
    "GitLab: a branch",
    { ...gitlab, CI_COMMIT_BRANCH: "main" },
    { branch: "main", commit: "c1", build: "77", ciUrl: "https://gl/p/77" },
  ],
  [
    "GitLab: a merge request has its own branch and head",
    { ...gitlab, CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "fix", CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "head" },
    { branch: "fix", commit: "head", build: "77", ciUrl: "https://gl/p/77" },
  ],
  [
    "GitLab: a merge request without merge result leaves the head's variable empty",
    { ...gitlab, CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "fix", CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "" },
    { branch: "fix", commit: "c1", build: "77", ciUrl: "https://gl/p/77" },
  ],
  [
    "Jenkins: a multibranch job",
    { ...jenkins, BRANCH_NAME: "main" },
    { branch: "main", commit: "c2", build: "jenkins-web-12", ciUrl: jenkins.BUILD_URL },
  ],
  [
    "Jenkins: a change request has its own branch",
    { ...jenkins, BRANCH_NAME: "PR-9", CHANGE_BRANCH: "fix" },
    { branch: "fix", commit: "c2", build: "jenkins-web-12", ciUrl: jenkins.BUILD_URL },
  ],
  [
    "Jenkins: a plain job names the remote's branch",
    { ...jenkins, GIT_BRANCH: "origin/team/main" },
    { branch: "team/main", commit: "c2", build: "jenkins-web-12", ciUrl: jenkins.BUILD_URL },
  ],
  [
    "Jenkins: one that was told no address of its own",
    { JENKINS_HOME: "/var/jenkins_home", BUILD_TAG: "jenkins-web-12", BRANCH_NAME: "main", GIT_COMMIT: "c2" },
    { branch: "main", commit: "c2", build: "jenkins-web-12" },
  ],
  [
    "GitLab: a pull request of a repository on GitHub",
    {
      GITLAB_CI: "true",
      CI_PIPELINE_ID: "9",
      CI_COMMIT_SHA: "merge",
      CI_EXTERNAL_PULL_REQUEST_IID: "4",
      CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME: "fix",
      CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_SHA: "c1",
      CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME: "main",
    },
    { branch: "fix", commit: "c1", pullRequest: "4", targetBranch: "main", build: "9" },
  ],
  [
    "Jenkins: a tag is no branch",
    { ...jenkins, BRANCH_NAME: "v1", TAG_NAME: "v1" },
    { commit: "c2", build: "jenkins-web-12", ciUrl: jenkins.BUILD_URL },
  ],
  ["Azure: a branch with a slash", azure, { branch: "team/main", commit: "c3", build: "55", ciUrl: azureUrl }],
  [
    "Azure: a pull request has its own branch and head",
    {
      ...azure,
      BUILD_SOURCEBRANCH: "refs/pull/4/merge",
      SYSTEM_PULLREQUEST_SOURCEBRANCH: "refs/heads/fix/cart",
      SYSTEM_PULLREQUEST_SOURCECOMMITID: "head",
      SYSTEM_PULLREQUEST_TARGETBRANCH: "refs/heads/release/1",
    },
    { branch: "fix/cart", commit: "head", targetBranch: "release/1", build: "55", ciUrl: azureUrl },
  ],
  [
    "Azure: a GitHub pull request names the branch bare",
    { ...azure, BUILD_SOURCEBRANCH: "refs/pull/4/merge", SYSTEM_PULLREQUEST_SOURCEBRANCH: "fix" },
    { branch: "fix", commit: "c3", build: "55", ciUrl: azureUrl },
  ],
  [
    "Azure: a tag is no branch",
    { ...azure, BUILD_SOURCEBRANCH: "refs/tags/v1" },
    { commit: "c3", build: "55", ciUrl: azureUrl },
  ],
  [
    "CircleCI: a re-run workflow keeps its workspace",
    { ...circle, CIRCLE_WORKFLOW_ID: "second", CIRCLE_WORKFLOW_WORKSPACE_ID: "first" },
    { branch: "main", commit: "c4", build: "first", ciUrl: circle.CIRCLE_BUILD_URL },
  ],
  [
    "Buildkite: a branch",
    buildkite,
    { branch: "main", commit: "c5", build: "018f", ciUrl: buildkite.BUILDKITE_BUILD_URL },
  ],
  [
    "Buildkite: HEAD is no commit, a tag no branch",
    { ...buildkite, BUILDKITE_COMMIT: "HEAD", BUILDKITE_TAG: "v1" },
    { build: "018f", ciUrl: buildkite.BUILDKITE_BUILD_URL },
  ],
  [
    "GitHub: a pull request's number is in its ref",
    { ...github, GITHUB_HEAD_REF: "fix", GITHUB_BASE_REF: "main", GITHUB_REF: "refs/pull/12/merge" },
    { branch: "fix", commit: "merge1", pullRequest: "12", targetBranch: "main", build: "901", ciUrl: githubUrl },
  ],
  [
    "GitLab: author and merge request",
    {
      ...gitlab,
      CI_COMMIT_AUTHOR: "Ada Lovelace <ada@example.test>",
      CI_MERGE_REQUEST_IID: "4",
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
    },
    {
      commit: "c1",
      commitAuthor: "Ada Lovelace",
      pullRequest: "4",
      targetBranch: "main",
      build: "77",
      ciUrl: "https://gl/p/77",
    },
  ],
  [
    "Jenkins: author and number of a change request",
    { ...jenkins, CHANGE_BRANCH: "fix", CHANGE_ID: "9", CHANGE_TARGET: "main", CHANGE_AUTHOR: "ada" },
    {
      branch: "fix",
      commit: "c2",
      commitAuthor: "ada",
      pullRequest: "9",
      targetBranch: "main",
      build: "jenkins-web-12",
      ciUrl: jenkins.BUILD_URL,
    },
  ],
  [
    "Azure: author, and the number that people know",
    {
      ...azure,
      BUILD_SOURCEVERSIONAUTHOR: "Ada",
      SYSTEM_PULLREQUEST_PULLREQUESTID: "1001",
      SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: "4",
    },
    { branch: "team/main", commit: "c3", commitAuthor: "Ada", pullRequest: "4", build: "55", ciUrl: azureUrl },
  ],
  [
    "CircleCI: a pull request by its address",
    { ...circle, CIRCLE_WORKFLOW_ID: "w", CIRCLE_PULL_REQUEST: "https://github.com/shop/web/pull/8" },
    { branch: "main", commit: "c4", pullRequest: "8", build: "w", ciUrl: circle.CIRCLE_BUILD_URL },
  ],
  [
    "Buildkite: no pull request is false",
    {
      ...buildkite,
      BUILDKITE_PULL_REQUEST: "false",
      BUILDKITE_PULL_REQUEST_BASE_BRANCH: "",
      BUILDKITE_BUILD_AUTHOR: "Ada",
    },
    { branch: "main", commit: "c5", commitAuthor: "Ada", build: "018f", ciUrl: buildkite.BUILDKITE_BUILD_URL },
  ],
  [
    "Bitbucket: a pull request",
    {
      BITBUCKET_BUILD_NUMBER: "6",
      BITBUCKET_BRANCH: "fix",
      BITBUCKET_COMMIT: "c6",
      BITBUCKET_PR_ID: "2",
      BITBUCKET_PR_DESTINATION_BRANCH: "main",
      BITBUCKET_GIT_HTTP_ORIGIN: "https://bitbucket.org/shop/web",
    },
    {
      branch: "fix",
      commit: "c6",
      pullRequest: "2",
      targetBranch: "main",
      build: "6",
      ciUrl: "https://bitbucket.org/shop/web/pipelines/results/6",
    },
  ],
  [
    "TeamCity: a build is numbered in its configuration",
    {
      TEAMCITY_VERSION: "2030.1",
      TEAMCITY_PROJECT_NAME: "Shop",
      TEAMCITY_BUILDCONF_NAME: "Nightly",
      BUILD_NUMBER: "7",
      BUILD_VCS_NUMBER: "c7",
    },
    { commit: "c7", build: "Shop-Nightly-7" },
  ],
  [
    "Drone: a pull request has its own branch",
    {
      DRONE: "true",
      DRONE_BRANCH: "main",
      DRONE_SOURCE_BRANCH: "fix",
      DRONE_TARGET_BRANCH: "main",
      DRONE_COMMIT_SHA: "c8",
      DRONE_COMMIT_AUTHOR_NAME: "Ada",
      DRONE_PULL_REQUEST: "5",
      DRONE_REPO: "shop/web",
      DRONE_BUILD_NUMBER: "8",
      DRONE_BUILD_LINK: "https://drone/shop/web/8",
    },
    {
      branch: "fix",
      commit: "c8",
      commitAuthor: "Ada",
      pullRequest: "5",
      targetBranch: "main",
      build: "shop/web-8",
      ciUrl: "https://drone/shop/web/8",
    },
  ],
  ["an unknown system", { CI: "true" }, {}],
  ["a laptop", {}, {}],
] as const)("%s", ([, env, expected]) => {
  expect(buildFromCi(env)).toEqual(expected);
});

test("GitHub: the head of a pull request comes from the event, not the merge commit", () => {
  const env = { ...github, GITHUB_HEAD_REF: "fix" };
  expect(buildFromCi(env, { pull_request: { head: { sha: "head" } } })).toMatchObject({ commit: "head", build: "901" });
});

test.for([null, "text", {}, { pull_request: null }, { pull_request: { head: { sha: 1 } } }])(
  "GitHub: the odd event %j is ignored",
  (event) => {
    expect(buildFromCi(github, event)).toMatchObject({ commit: "merge1" });
  },
);

test("GitHub: the author of the commit is in the event", () => {
  const pullRequest = { number: 3, user: { login: "ada" } };
  expect(buildFromCi(github, { pull_request: pullRequest })).toMatchObject({ commitAuthor: "ada", pullRequest: "3" });
  expect(buildFromCi(github, { head_commit: { author: { name: "Ada" } } })).toMatchObject({ commitAuthor: "Ada" });
});
