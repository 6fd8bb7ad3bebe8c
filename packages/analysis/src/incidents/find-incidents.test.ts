import { expect, test } from "vitest";
import { type EnvironmentFailure, findIncidents } from "./find-incidents.ts";

const minute = 60_000;
let ids = 0;

/** Returns failures of this many tests, one per minute. */
function failing(tests: number, change: Partial<EnvironmentFailure> & { readonly everyMs?: number } = {}) {
  const { everyMs = minute, at = 0, ...rest } = change;
  return Array.from({ length: tests }, (_, index) => ({
    id: (ids += 1),
    testId: index + 1,
    runId: 1,
    host: "inventory.staging",
    causeId: 1,
    worker: null,
    ...rest,
    at: at + index * everyMs,
  }));
}

const incidentsOf = (failures: readonly EnvironmentFailure[], workers = new Map<number, number>()) =>
  findIncidents(failures, workers).map(({ kind, subject, failures: own }) => [kind, subject, own.length]);

test.each<[string, readonly EnvironmentFailure[], unknown]>([
  ["five tests for one host within minutes", failing(5), [["host", "inventory.staging", 5]]],
  ["four tests are not many", failing(4), []],
  ["one test that fails five times is one test", failing(5).map((each) => ({ ...each, testId: 1 })), []],
  ["five tests over a day are not at once", failing(5, { everyMs: 60 * minute }), []],
  [
    "across runs",
    [...failing(3), ...failing(3, { runId: 2, at: 4 * minute }).map((each) => ({ ...each, testId: each.testId + 10 }))],
    [["host", "inventory.staging", 6]],
  ],
  [
    "two hosts are two",
    [...failing(5), ...failing(5, { host: "mail" })],
    [
      ["host", "inventory.staging", 5],
      ["host", "mail", 5],
    ],
  ],
  ["without a host, by cause", failing(5, { host: null, causeId: 7 }), [["cause", "7", 5]]],
  [
    "quiet for hours between: two",
    [...failing(5), ...failing(6, { at: 600 * minute })],
    [
      ["host", "inventory.staging", 5],
      ["host", "inventory.staging", 6],
    ],
  ],
  [
    "what failed alone before it began is no part of it",
    [...failing(1), ...failing(5, { at: 60 * minute })],
    [["host", "inventory.staging", 5]],
  ],
  [
    "what fails later, while it goes on, is",
    [...failing(5), ...failing(1, { at: 100 * minute })],
    [["host", "inventory.staging", 6]],
  ],
  ["nothing", [], []],
])("%s", (_, failures, expected) => {
  expect(incidentsOf(failures)).toEqual(expected);
});

test("blames the worker if only one worker fails, whatever the errors are", () => {
  const failures = [
    ...failing(3, { worker: 2 }),
    ...failing(3, { worker: 2, host: null }).map((each) => ({ ...each, testId: each.testId + 10 })),
  ];
  expect(incidentsOf(failures, new Map([[1, 4]]))).toEqual([["worker", "1/2", 6]]);
  expect(incidentsOf(failures, new Map([[1, 1]]))).toEqual([]);
  const all = [1, 2, 3].flatMap((worker) =>
    failing(5, { worker }).map((each) => ({ ...each, testId: each.testId + 10 * worker })),
  );
  expect(incidentsOf(all, new Map([[1, 3]]))).toEqual([["host", "inventory.staging", 15]]);
});

test("an ongoing incident is reported again each day", () => {
  const found = findIncidents(
    failing(60, { everyMs: 60 * minute }).flatMap((each) =>
      Array.from({ length: 5 }, (_, index) => ({ ...each, id: each.id * 10 + index, testId: index })),
    ),
    new Map(),
  );
  expect(found.map(({ failures }) => failures.length / 5)).toEqual([25, 25, 10]);
});

test("the order in which failures are given does not matter", () => {
  const failures = [...failing(6), ...failing(5, { host: "mail", at: 20 * minute })];
  expect(new Set(incidentsOf(failures.toReversed()))).toEqual(new Set(incidentsOf(failures)));
});
