import type { QueryField, QueryLanguage, QueryWord } from "./query-language.ts";

const free = (name: string, parameter = name): QueryField => ({ name, parameter, isNegatable: true });

const words = (parameter: string, values: readonly string[]): QueryWord[] =>
  values.map((value) => ({ word: value, parameter, value }));

/** Filters that can exclude values, in each list. `not` accepts their names. */
export const excludable = {
  failures: ["suite", "environment", "branch", "framework", "browser", "tag", "fact", "owner"],
  tests: ["testSuite", "environment", "branch", "framework", "tag", "fact", "owner"],
  reports: ["suite", "environment", "branch", "framework", "tag", "fact", "commitAuthor", "pullRequest", "owner"],
  trends: ["suite", "environment", "branch", "framework", "tag", "fact"],
} as const;

/** Causes of failures. */
export const failureQueries: QueryLanguage = {
  text: "testSearch",
  fields: [
    {
      name: "is",
      words: [
        ...words("state", ["new", "back", "known", "resolved"]),
        { word: "unclassified", parameter: "class", value: "Unclassified" },
        { word: "mine", parameter: "mine", value: true },
      ],
    },
    {
      name: "class",
      words: [
        { word: "defect", parameter: "class", value: "Application Defect" },
        { word: "data", parameter: "class", value: "Test Data Issue" },
        { word: "automation", parameter: "class", value: "Automation Script Error" },
        { word: "environment", parameter: "class", value: "Environment Issue" },
        { word: "unknown", parameter: "class", value: "Unknown" },
      ],
    },
    {
      name: "since",
      words: [
        ...words("timeWindow", ["1h", "8h", "1d"]),
        ...["7", "30", "60", "90"].map((value) => ({ word: `${value}d`, parameter: "timeWindow", value })),
      ],
      day: { parameter: "startDate", sets: { timeWindow: "custom" } },
    },
    { name: "until", day: { parameter: "endDate", sets: { timeWindow: "custom" } } },
    ...excludable.failures.map((name) => free(name)),
  ],
};

/** Tests and runs with failures: only causes have a state. */
export const failedTestQueries: QueryLanguage = {
  ...failureQueries,
  fields: failureQueries.fields.map(({ words: all, ...field }) => ({
    ...field,
    ...(all !== undefined && { words: all.filter(({ parameter }) => parameter !== "state") }),
  })),
};

/** Tests: the view is a word of `is`. */
export const testQueries: QueryLanguage = {
  text: "search",
  fields: [
    {
      name: "is",
      words: words("view", ["flaky", "broken", "unstable", "slow", "slowing", "quarantined", "unowned", "gone", "all"]),
    },
    ...excludable.tests.map((name) => free(name === "testSuite" ? "suite" : name, name)),
  ],
};

export const reportQueries: QueryLanguage = {
  text: "search",
  fields: [
    { name: "status", parameter: "status", options: ["running", "completed", "failed", "interrupted"] },
    { name: "since", day: { parameter: "startDate" } },
    { name: "until", day: { parameter: "endDate" } },
    ...excludable.reports.map((name) =>
      free(name === "commitAuthor" ? "commit-author" : name === "pullRequest" ? "pr" : name, name),
    ),
  ],
};

/** Runs of the trends. Owners select tests of runs, so that they cannot be excluded. */
export const trendQueries: QueryLanguage = {
  text: null,
  fields: [
    {
      name: "since",
      words: words("timeRange", ["7d", "30d", "90d", "6m", "1y"]),
      day: { parameter: "startDate", sets: { timeRange: "custom" } },
    },
    { name: "until", day: { parameter: "endDate", sets: { timeRange: "custom" } } },
    ...excludable.trends.map((name) => free(name)),
    { name: "owner", parameter: "owner" },
  ],
};
