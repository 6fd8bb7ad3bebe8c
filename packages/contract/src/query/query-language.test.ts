import { expect, test } from "vitest";
import { parseQuery, printQuery } from "./query-language.ts";
import { failureQueries, reportQueries, testQueries, trendQueries } from "./query-languages.ts";

const failures = (query: string) => parseQuery(failureQueries, query);

test.for([
  ["", {}],
  ["  cart   total ", { testSearch: "cart total" }],
  [
    "owner:@checkout is:new since:7d browser:firefox -tag:smoke",
    { owner: ["@checkout"], state: "new", timeWindow: "7", browser: ["firefox"], not: ["tag:smoke"] },
  ],
  ["browser:firefox,webkit browser:firefox browser:chromium", { browser: ["firefox", "webkit", "chromium"] }],
  ['owner:"Team A","B, C" "say \\"hi\\""', { owner: ["Team A", "B, C"], testSearch: 'say "hi"' }],
  ["OWNER:X Is:NEW", { owner: ["X"], state: "new" }],
  [
    "http://shop.example Foo::bar 12:30 cart.spec.ts:7",
    { testSearch: "http://shop.example Foo::bar 12:30 cart.spec.ts:7" },
  ],
  ['"owner:x" "foo:bar"', { testSearch: "owner:x foo:bar" }],
  ["Error: timeout", { testSearch: "Error: timeout" }],
  ["--grep - -x", { testSearch: "--grep - -x" }],
  ['say"hi', { testSearch: 'say"hi' }],
  ["tag:a, ,", { tag: ["a"], testSearch: "," }],
  ["tag:-x branch:feature/a:b", { tag: ["-x"], branch: ["feature/a:b"] }],
  ["since:2030-01-01 until:2030-01-31", { timeWindow: "custom", startDate: "2030-01-01", endDate: "2030-01-31" }],
  ["is:mine is:new class:defect", { mine: true, state: "new", class: "Application Defect" }],
  ["בדיקה tag:עגלה", { testSearch: "בדיקה", tag: ["עגלה"] }],
] as const)("%j", ([query, filters]) => {
  expect(failures(query)).toEqual({ filters });
});

test.for([
  [
    "cart onwer:@a",
    'Character 6: there is no field "onwer". Did you mean owner? To search for this text, put it in quotes.',
    5,
  ],
  [
    "zzz:1",
    'Character 1: there is no field "zzz". The fields are is, class, since, until, suite, environment, branch, framework, browser, tag, fact, owner. To search for this text, put it in quotes.',
    0,
  ],
  [
    "is:nwe",
    'Character 4: "is:" can be new, back, known, resolved, unclassified, mine, not "nwe". Did you mean new?',
    3,
  ],
  ["cart owner:", 'Character 6: "owner:" needs a value', 5],
  ['owner:"" cart', 'Character 1: "owner:" needs a value', 0],
  ['cart "total', "The quote at character 6 has no end", 5],
  ["is:new is:back", 'Character 11: "is:back" contradicts another part of the query', 10],
  ["since:7d until:2030-01-31", 'Character 16: "until:2030-01-31" contradicts another part of the query', 15],
  ["-is:new", 'Character 1: "is:" cannot be excluded with "-"', 0],
  ["until:2030-02-31", 'Character 7: "until:" can be a day such as 2030-01-31, not "2030-02-31".', 6],
  [`tag:${"x".repeat(301)}`, "Character 5: a value can have at most 300 characters", 4],
  ["x".repeat(201), "Search for at most 200 characters of text, not 201", 0],
  ["x".repeat(1001), "A query can have at most 1000 characters, not 1001", 1000],
] as const)("%j is refused", ([query, message, start]) => {
  expect(failures(query)).toMatchObject({ error: { message, start } });
});

test("the lists have their own fields", () => {
  expect(parseQuery(testQueries, "is:quarantined suite:api -owner:@a")).toEqual({
    filters: { view: "quarantined", testSuite: ["api"], not: ["owner:@a"] },
  });
  expect(parseQuery(reportQueries, "status:failed pr:12 -commit-author:Mira #7")).toEqual({
    filters: { status: ["failed"], pullRequest: ["12"], not: ["commitAuthor:Mira"], search: "#7" },
  });
});

/** A generator of random numbers below `max` (https://en.wikipedia.org/wiki/Linear_congruential_generator). */
function randomNumbers(seed: number) {
  let state = seed;
  return (max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}

test("a printed query is parsed to the same filters", () => {
  const next = randomNumbers(46);
  const letters = ['"', "\\", ",", ":", "/", "-", " ", "a", "tag", "is", "@", "ע", "\u202E", "é", "1"];
  const text = () => Array.from({ length: 1 + next(6) }, () => letters[next(letters.length)]).join("");
  for (let round = 0; round < 5000; round++) {
    const value = text().trim();
    const words = text()
      .split(/\s+/)
      .filter((word) => word !== "")
      .join(" ");
    const filters = {
      ...(words !== "" && { testSearch: words }),
      ...(value !== "" && { tag: [value], not: [`owner:${value}`] }),
      ...(next(2) === 0 && { state: "back" }),
    };
    expect(failures(printQuery(failureQueries, filters))).toEqual({ filters });
  }
});

test("any text is parsed or refused with a position in it", () => {
  const next = randomNumbers(7);
  const parts = ["is:", "new", "tag:", "-", '"', ",", " ", "\\", "foo:", "://", "::", "ü"];
  for (let round = 0; round < 5000; round++) {
    const query = Array.from({ length: next(12) }, () => parts[next(parts.length)]).join("");
    const { filters, error } = failures(query);
    const again = filters && failures(printQuery(failureQueries, filters)).filters;
    expect(again).toEqual(filters);
    expect(error?.start ?? 0).toBeLessThanOrEqual(query.length);
  }
});

test.for([
  ["since:90d suite:web -tag:smoke owner:@a", { timeRange: "90d", suite: ["web"], not: ["tag:smoke"], owner: ["@a"] }],
  ["since:2030-01-01 until:2030-01-31", { timeRange: "custom", startDate: "2030-01-01", endDate: "2030-01-31" }],
  ["  ", {}],
] as const)("the trends have the filters of %j", ([query, filters]) => {
  expect(parseQuery(trendQueries, query)).toEqual({ filters });
  const again = printQuery(trendQueries, filters);
  expect(parseQuery(trendQueries, again)).toEqual({ filters });
});

const trendFields = "since, until, suite, environment, branch, framework, tag, fact, owner";

test.for([
  ["suite:web checkout", `Character 11: "checkout" is not a filter. Write field:value with one of ${trendFields}.`, 10],
  ["Error: x", `Character 1: "Error:" is not a filter. Write field:value with one of ${trendFields}.`, 0],
  ["siute:web", 'Character 1: there is no field "siute". Did you mean suite?', 0],
  ["-owner:@a", 'Character 1: "owner:" cannot be excluded with "-"', 0],
  ["since:2w", 'Character 7: "since:" can be 7d, 30d, 90d, 6m, 1y, a day such as 2030-01-31, not "2w".', 6],
] as const)("the trends refuse %j, because they have no search", ([query, message, start]) => {
  expect(parseQuery(trendQueries, query)).toMatchObject({ error: { message, start } });
});
