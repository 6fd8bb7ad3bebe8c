import type { ChangedTest, WeekSummary } from "@plumb/contract/trends/week.ts";
import { noRuns, sampleMetrics } from "./sample-trends.ts";

const none = { rows: [], total: 0 };
const at = "2030-01-16T08:00:00Z";

type WeekTest = Omit<ChangedTest, "at" | "became">;

function sampleTest(id: number, title: string, change: Partial<WeekTest> = {}): WeekTest {
  const facts = { variant: "", owner: "@shop/cart", suite: "web", state: "broken" as const };
  return { id, titlePath: ["cart", title], ...facts, ...change };
}

/** Returns a week without runs, in a project that has runs. */
export function quietWeek(change: Partial<WeekSummary> = {}): WeekSummary {
  return {
    projectName: "Shop",
    suites: [],
    owners: [],
    week: "2030-W03",
    previousWeek: "2030-W02",
    nextWeek: "2030-W04",
    from: "2030-01-14",
    to: "2030-01-20",
    timeZone: "Europe/Berlin",
    soFar: false,
    now: "2030-01-21T09:00:00Z",
    today: "2030-01-21",
    figures: sampleMetrics(noRuns),
    previous: sampleMetrics(noRuns),
    history: Array.from({ length: 4 }, () => sampleMetrics(noRuns)),
    movers: { worse: [], better: [] },
    countedRuns: 412,
    worse: {
      tests: { ...none, broken: 0, flaky: 0, failing: 0 },
      causes: { ...none, new: 0, returned: 0 },
    },
    better: { tests: { ...none, fixed: 0, eased: 0, stable: 0, released: 0 }, causes: none },
    quarantine: none,
    standing: {
      flakiest: none,
      slowest: none,
      slowing: none,
      unowned: none,
      items: { ...none, overdue: 0, due: 0 },
    },
    ...change,
  };
}

const commit = { runId: 81, number: 118, commit: "4f1c9a2b7d3e5f60718293a4b5c6d7e8f9012345", at };
const ten = Array.from({ length: 10 }, (_, index) => index);

const worse: WeekSummary["worse"] = {
  tests: {
    rows: [
      { ...sampleTest(1, "ships the parcel"), became: "broken", at },
      { ...sampleTest(2, "wraps the gift", { owner: null, state: "healthy" }), became: "failing", at },
      { ...sampleTest(3, "pays by card", { state: "flaky", variant: "webkit" }), became: "flaky", at },
    ],
    total: 3,
    broken: 1,
    flaky: 1,
    failing: 1,
  },
  causes: {
    rows: [
      {
        groupId: 31,
        title: "“loads” and 2 more tests fail: no truck at the gate",
        message: "no truck at the gate",
        primaryClass: "Application Defect",
        became: "new",
        tests: 12,
        since: commit,
      },
      {
        groupId: 32,
        title: "“connects” fails again: connect ECONNREFUSED 10.0.0.7:3000",
        message: "connect ECONNREFUSED 10.0.0.7:3000",
        primaryClass: null,
        became: "returned",
        tests: 1,
        since: null,
      },
    ],
    total: 2,
    new: 1,
    returned: 1,
  },
};

const better: WeekSummary["better"] = {
  tests: {
    rows: [
      { ...sampleTest(4, "adds to the cart", { state: "healthy" }), became: "fixed", at },
      { ...sampleTest(5, "prints the bill", { state: "healthy" }), became: "stable", at },
      { ...sampleTest(6, "sends the mail", { state: "flaky" }), became: "eased", at },
      { ...sampleTest(7, "counts the stock", { state: "healthy" }), became: "released", at },
    ],
    total: 4,
    fixed: 1,
    eased: 1,
    stable: 1,
    released: 1,
  },
  causes: {
    rows: [
      {
        groupId: 33,
        title: "“pays” fails: no money left",
        message: "no money left",
        primaryClass: "Test Data Issue",
        became: "resolved",
        tests: 2,
        since: commit,
      },
    ],
    total: 1,
  },
};

const quarantine: WeekSummary["quarantine"] = {
  rows: [
    {
      ...sampleTest(8, "rounds the sum"),
      kind: "quarantine",
      reason: "Waits for SHOP-12",
      endsAt: at,
      released: true,
    },
  ],
  total: 1,
};

const standing: WeekSummary["standing"] = {
  flakiest: {
    rows: ten.map((index) => ({
      ...sampleTest(40 + index, `flickers ${index}`, { state: "flaky" }),
      score: 40 - 3 * index,
      lostTime: 90_000 / (index + 1),
    })),
    total: 23,
  },
  slowest: {
    rows: ten.map((index) => ({
      ...sampleTest(60 + index, `takes long ${index}`),
      duration: 90_000 - index,
      before: 90_000 - index,
    })),
    total: 10,
  },
  slowing: { rows: [{ ...sampleTest(80, "grows"), duration: 6000, before: 4000 }], total: 1 },
  unowned: { rows: [{ ...sampleTest(90, "belongs to nobody", { owner: null }), since: at }], total: 1 },
  items: {
    rows: [
      {
        id: 5,
        title: "Look at the gate",
        priority: "high",
        status: "open",
        dueDate: "2030-01-18",
        overdue: true,
        assignedTo: "Ada Lovelace",
      },
      {
        id: 6,
        title: "Name the owner",
        priority: "low",
        status: "reopened",
        dueDate: "2030-01-22",
        overdue: false,
        assignedTo: null,
      },
    ],
    total: 2,
    overdue: 1,
    due: 1,
  },
};

/** Returns a week with all kinds of lines. */
export function sampleWeek(change: Partial<WeekSummary> = {}): WeekSummary {
  return quietWeek({
    figures: sampleMetrics(),
    previous: sampleMetrics({
      total_runs: 10,
      total_tests: 1200,
      pass_rate: 98.4,
      first_attempt_pass_rate: 95,
      flaky_minutes: 5,
    }),
    history: [
      sampleMetrics({ pass_rate: 98.1, first_attempt_pass_rate: 96, total_runs: 9, flaky_minutes: 6 }),
      sampleMetrics(noRuns),
      sampleMetrics({ pass_rate: 98.4, first_attempt_pass_rate: 95, total_runs: 10, flaky_minutes: 5 }),
      sampleMetrics(),
    ],
    movers: {
      worse: [
        { suite: "web", passRate: 95.7, before: 97.8 },
        { suite: "واجهة المتجر", passRate: 99.1, before: 99.4 },
      ],
      better: [{ suite: "api", passRate: 100, before: 98.9 }],
    },
    worse,
    better,
    quarantine,
    standing,
    ...change,
  });
}

/** Returns a week with long names in every list, and more lines than shown. */
export function hugeWeek(): WeekSummary {
  const week = sampleWeek();
  const long = `${"a long name of a test ".repeat(30)}${"unbroken".repeat(40)}`;
  const change = {
    ...sampleTest(1, long, { owner: "@an-owner-with-a-long-name/".repeat(8), suite: long }),
    became: "broken",
    at,
  } as const;
  return {
    ...week,
    projectName: long,
    figures: sampleMetrics({
      total_runs: 12_000_000,
      total_tests: 9_876_543_210,
      flaky_minutes: 98_765_432,
      deleted_runs: 11,
    }),
    standing: { ...week.standing, slowing: { ...week.standing.slowing, total: 1001 } },
    worse: {
      tests: { rows: [change], total: 1_234_567, broken: 1_234_000, flaky: 500, failing: 67 },
      causes: {
        ...week.worse.causes,
        rows: [
          { groupId: 31, title: long, message: long, primaryClass: null, became: "new", tests: 1_000_000, since: null },
        ],
        total: 70_000,
      },
    },
  };
}
