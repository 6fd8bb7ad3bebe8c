import { expect, test } from "vitest";
import { gateState, isUneventful, pullRequestComment, statusDescription } from "./pull-request-comment.ts";
import type { PullRequestCause, PullRequestSummary } from "./pull-request.ts";

const cause: PullRequestCause = {
  kind: "new",
  title: "“pays” and 2 more tests fail: expected 3, received 4",
  location: "cart › pays (cart.spec.ts:12)",
  failures: 3,
  back: 0,
  changedCause: 0,
  flakyTests: 0,
  quarantinedTests: 0,
  primaryClass: "Application Defect",
  subClass: "Wrong value",
  confidence: 92,
  owners: ["ada"],
  errorLine: "expected 3, received 4",
  evidence: ["Expected: 3", "Received: 4"],
  tests: [
    { name: "cart › pays", url: "http://plumb.test/reports/9?result=1" },
    { name: "cart › buys", url: "http://plumb.test/reports/9?result=2" },
  ],
  screenshotUrl: "http://plumb.test/reports/9?result=1",
  ticket: null,
  item: null,
  suspect: null,
  fix: { text: "Check the rounding", code: "npm test" },
  since: null,
};
const none: PullRequestSummary = {
  projectId: 1,
  projectName: "Shop",
  readAt: "2026-03-04T10:00:00.000Z",
  failures: { quarantined: 0, known: 0, flaky: 0, new: 0, back: 0 },
  causes: [],
  unlisted: { known: 0, flaky: 0, new: 0 },
  fixed: { count: 0, tests: [] },
  newlyFlaky: { count: 0, tests: [] },
  suiteChanges: {
    removed: { count: 0, tests: [] },
    renamed: { count: 0, tests: [] },
    newlySkipped: { count: 0, tests: [] },
    raisedRetries: { count: 0, limits: [] },
    raisedTimeouts: { count: 0, limits: [] },
    fewerAssertions: { count: 0, tests: [] },
  },
  missing: [],
  running: 0,
  reports: [],
  reportCount: 0,
};
const summary: PullRequestSummary = {
  ...none,
  failures: { quarantined: 1, known: 1, flaky: 1, new: 3, back: 0 },
  causes: [
    cause,
    {
      ...cause,
      kind: "known",
      failures: 1,
      since: { number: 812, branch: "main", url: "http://plumb.test/reports/5", atLeast: false },
    },
    { ...cause, kind: "flaky", failures: 1 },
  ],
  fixed: { count: 12, tests: [{ name: "cart › lists", url: "http://plumb.test/reports/9?result=3" }] },
};
const failed = { passed: false, rules: [{ passed: false, text: "3 failures counted (limit 0)" }] };
const passed = { passed: true, rules: [{ passed: true, text: "0 failures counted (limit 0)" }] };
const github = { maxLength: 65_536, foldable: true };

test("new causes are shown with class, owner, evidence, screenshot and fix, and everything else is folded", () => {
  const text = pullRequestComment(summary, failed, github);
  const [visible = ""] = text.split("<details>");
  expect(visible).toContain("### ❌ Shop: 3 failures new here");
  expect(visible).toContain(
    "**[“pays” and 2 more tests fail\\: expected 3, received 4](<http://plumb.test/reports/9?result=1>)**\n\ncart › pays (cart.spec.ts\\:12)",
  );
  expect(visible).toContain("Application Defect (Wrong value, 92% confidence) · Owner: ada · [Screenshot]");
  expect(visible).toContain("```text\nExpected: 3\nReceived: 4\n```");
  expect(visible).toContain("To do: Check the rounding ` npm test `");
  expect(visible.split("\n").length).toBeLessThan(50);
  expect(text).toContain("also fails on main since [run 812](<http://plumb.test/reports/5>): not you");
  expect(text).toContain("<summary>Fixed here: 12 tests</summary>");
  expect(text).toContain("- and 11 more");
  expect(text.match(/<details>/g)).toHaveLength(text.match(/<\/details>/g)?.length ?? 0);
});

test.for([
  ["a mention", "@octocat @org/team", /@(?=\w)/],
  ["an issue", "fixes #12, closes octo/shop#3 GH-4 !5", /#\d|GH-\d|!\d/],
  ["an address", "fixes https://github.com/octo/shop/issues/1 www.evil.test", /:\/\/git|www\.evil/],
  ["a link", "[click](https://evil.test) ![x](https://evil.test/x.png)", /[^\\]\]\(https:\/\/evil/],
  ["HTML", "</details><img src=x onerror=alert(1)><!-- hidden", /(?<!\\)<(?:\/details|img|!--)/],
  ["a fence", "a ```\n# heading\n~~~", /^# heading|(?<!\\)~~~/m],
  ["hidden direction", "safe\u202Etxt.exe\u2066", /[\u202a-\u202e\u2066-\u2069]/],
  ["colours", "\u001B[31mred\u001B[39m", /\p{Cc}(?<!\n)/u],
  ["a command of GitLab", "/close", /^\/close/m],
] as const)("%s in names, owners, branches and projects stays text", ([, hostile, markup]) => {
  const test = { name: hostile, url: "http://plumb.test/reports/9?result=1" };
  const everywhere: PullRequestSummary = {
    ...summary,
    projectName: hostile,
    causes: [
      {
        ...cause,
        story: ["Broke in ", { text: hostile, url: test.url }, ` by ${hostile}`],
        subClass: hostile,
        owners: [hostile],
        evidence: [],
        errorLine: null,
        tests: [test, test],
        fix: null,
      },
    ],
    fixed: { count: 1, tests: [test] },
    reports: [
      {
        reportId: 9,
        number: 3,
        url: test.url,
        suite: hostile,
        environment: hostile,
        status: "failed",
        total: 3,
        passed: 0,
        failed: 3,
        errored: 0,
        skipped: 0,
        flaky: 0,
        comparedWith: { number: 1, branch: hostile, url: test.url },
      },
    ],
    reportCount: 1,
  };
  const rules = { passed: false, rules: [{ passed: false, text: hostile }] };
  const own = pullRequestComment({ ...none, projectName: "" }, { ...rules, rules: [] }, github);
  const text = pullRequestComment(everywhere, rules, github)
    .replaceAll(/<\/?(?:details|summary)>/g, "")
    .replaceAll(/\(<http:\/\/plumb\.test[^>]*>\)/g, "");
  expect(own).not.toMatch(markup);
  expect(text).not.toMatch(markup);
});

test("an error cannot end its own fence", () => {
  const evidence = ["```", "</details>", "@octocat fixes #12", "`````"];
  const text = pullRequestComment({ ...summary, causes: [{ ...cause, evidence }] }, failed, github);
  expect(text).toContain("``````text\n```\n</details>\n@octocat fixes #12\n`````\n``````");
});

test.for([
  ["GitHub", 65_536],
  ["Bitbucket", 32_768],
  ["a short limit", 2000],
] as const)("the comment keeps the limit of %s", ([, maxLength]) => {
  const long = "*@long ".repeat(43);
  const causes = Array.from({ length: 20 }, () => ({
    ...cause,
    evidence: [long, long, long],
    errorLine: long,
    owners: [long],
  }));
  const text = pullRequestComment({ ...summary, causes }, failed, { maxLength, foldable: true });
  expect(text.length).toBeLessThanOrEqual(maxLength);
  expect(text.match(/<details>/g) ?? []).toHaveLength(text.match(/<\/details>/g)?.length ?? 0);
  expect((text.match(/^```/gm) ?? []).length % 2).toBe(0);
});

test("a service that shows tags as text gets none", () => {
  expect(pullRequestComment(summary, failed, { maxLength: 32_768, foldable: false })).not.toContain("<details>");
});

test("a status fits, and only a pull request without news is uneventful", () => {
  const many = {
    ...summary,
    failures: { quarantined: 0, known: 1_000_000, flaky: 1_000_000, new: 1_000_000, back: 0 },
  };
  expect(statusDescription(many, failed).length).toBeLessThanOrEqual(140);
  expect(isUneventful(none, passed)).toBe(true);
  expect(isUneventful(none, failed)).toBe(false);
  expect(isUneventful({ ...none, fixed: { count: 1, tests: [] } }, passed)).toBe(false);
});

test("a pull request that removes or skips tests is not silent, and shows what they caught", () => {
  const removed = {
    count: 12,
    tests: [{ name: "cart › pays", url: "http://plumb.test/reports/5?result=1", caught: 2 }],
  };
  const changed: PullRequestSummary = {
    ...none,
    suiteChanges: {
      removed,
      renamed: {
        count: 1,
        tests: [{ before: "cart › buys", name: "cart › orders", url: "http://plumb.test/reports/9?result=2" }],
      },
      newlySkipped: {
        count: 1,
        tests: [{ name: "cart › lists", url: "http://plumb.test/reports/9?result=3", caught: 0 }],
      },
      raisedRetries: {
        count: 20,
        limits: [
          {
            variant: "web_kit",
            before: 0,
            after: 2,
            count: 14,
            test: { name: "cart › opens", url: "http://plumb.test/reports/9?result=4" },
          },
        ],
      },
      raisedTimeouts: {
        count: 1,
        limits: [
          {
            variant: "",
            before: 30_000,
            after: 120_000,
            count: 1,
            test: { name: "cart › pays", url: "http://plumb.test/reports/9?result=5" },
          },
        ],
      },
      fewerAssertions: {
        count: 1,
        tests: [{ name: "cart › sums", url: "http://plumb.test/reports/9?result=6", before: 5, after: 2 }],
      },
    },
  };
  expect(isUneventful(changed, passed)).toBe(false);
  const text = pullRequestComment(changed, passed, github);
  const [visible = ""] = text.split("<details>");
  expect(visible).toContain("**12 tests** removed · **1 test** newly skipped");
  expect(text).toContain(
    "<summary>Changes to the suite: 12 removed, 1 newly skipped, 1 with fewer assertions, 20 with more retries, 1 with a longer time limit, 1 renamed</summary>",
  );
  expect(text).toContain(
    "[cart › pays](<http://plumb.test/reports/5?result=1>): failed for 2 causes before\n- and 11 more",
  );
  expect(text).toContain("- cart › buys → [cart › orders]");
  expect(text).toContain("- [cart › sums](<http://plumb.test/reports/9?result=6>) makes 2 assertions, 5 before");
  expect(text).toContain("- Retries raised from 0 to 2 (project web\\_kit, 14 tests)\n- and 6 more");
  expect(text).toContain(
    "- Time limit raised from 30 s to 120 s ([cart › pays](<http://plumb.test/reports/9?result=5>))",
  );
});

test.for(["removed", "newlySkipped", "raisedRetries", "raisedTimeouts", "fewerAssertions"] as const)(
  "%s alone need a comment",
  (kind) => {
    const changes = { ...none.suiteChanges, [kind]: { ...none.suiteChanges[kind], count: 1 } };
    expect(isUneventful({ ...none, suiteChanges: changes }, passed)).toBe(false);
  },
);

test("renamed tests alone need no comment", () => {
  const renamed = { count: 1, tests: [{ before: "a", name: "b", url: "http://plumb.test/reports/9?result=2" }] };
  expect(isUneventful({ ...none, suiteChanges: { ...none.suiteChanges, renamed } }, passed)).toBe(true);
});

test("running and missing reports are named, and keep the gate from passing", () => {
  const open: PullRequestSummary = {
    ...none,
    running: 1,
    missing: [{ suite: "e2e", environment: "staging", number: 4, url: "http://plumb.test/reports/4" }],
  };
  expect(gateState(open, passed)).toBe("pending");
  expect(gateState(open, failed)).toBe("failed");
  const text = pullRequestComment(open, passed, github);
  expect(text).toContain("### ⏳ Shop: no new failures");
  expect(text).toContain("1 report still running: this comment will be updated.");
  expect(text).toContain(
    "No report for this commit yet: e2e (staging), last in [run 4](<http://plumb.test/reports/4>).",
  );
  expect(statusDescription(open, passed)).toMatch(/^Gate pending: .*, 1 report still running$/);
});

test("a new cause of a red, flaky or quarantined test is explained", () => {
  const since = { number: 812, branch: "main", url: "http://plumb.test/reports/5", atLeast: false };
  const text = pullRequestComment(
    { ...summary, causes: [{ ...cause, changedCause: 1, flakyTests: 1, quarantinedTests: 1, since }] },
    failed,
    github,
  );
  expect(text).toContain(
    "also fails on main since [run 812](<http://plumb.test/reports/5>), but for another reason: new here",
  );
  expect(text).toContain("flaky, but not for this reason: new here");
  expect(text).toContain("in quarantine, but not for this reason: new here");
});

test("a cause has the sentence about its beginning and the work on it", () => {
  const story = [
    "Broke in ",
    { text: "#9", url: "http://plumb.test/reports/9" },
    " · ",
    { text: "“Let vouchers expire @all”", url: "https://git.test/commit/0123" },
    " by Ada",
    " · ",
    { text: "SHOP-12", url: "https://jira.test/browse/SHOP-12" },
  ];
  const text = pullRequestComment({ ...summary, causes: [{ ...cause, story }] }, failed, github);
  expect(text.replaceAll("\u200b", "")).toContain(
    "\n\nBroke in [\\#9](<http://plumb.test/reports/9>) · [“Let vouchers expire @all”](<https://git.test/commit/0123>) by Ada · [SHOP-12](<https://jira.test/browse/SHOP-12>)\n\n",
  );
  expect(text).not.toContain("@all");
});

test("a server that returns no story gets a comment without one", () => {
  const { story: _, ...older } = { ...cause, story: [] };
  const text = pullRequestComment({ ...summary, causes: [older] }, failed, github);
  expect(text).toContain("Owner: ada");
});
