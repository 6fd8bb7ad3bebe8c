import { expect, test } from "vitest";
import { type ExecutedPart, factCandidates, type PartFailure, separatingFacts } from "./fact-grounds.ts";
import { findIncidents } from "./find-incidents.ts";

interface Input {
  readonly facts: readonly string[];
  /** Failing tests; the others pass. */
  readonly failed?: number;
  readonly tests?: number;
  readonly runId?: number;
  readonly suite?: string;
  readonly environment?: string;
}

/** Returns parts of runs, each of an own run, that start one minute after another. */
function fixtures(input: readonly Input[]) {
  const parts: ExecutedPart[] = input.map(
    ({ facts, tests = 20, runId, suite = "web", environment = "staging" }, index) => ({
      id: index + 1,
      runId: runId ?? index + 1,
      suite,
      environment,
      facts,
      tests,
    }),
  );
  const failures = input.flatMap(({ failed = 0 }, index): PartFailure[] =>
    Array.from({ length: failed }, (_, n) => ({
      id: index * 1000 + n + 1,
      testId: n + 1,
      runId: parts[index]?.runId ?? 0,
      at: index * 60_000 + n,
      host: "inventory.staging",
      causeId: 1,
      worker: null,
      partId: index + 1,
    })),
  );
  return { parts, failures };
}

/** Returns incidents as `kind subject`. */
function found(input: readonly Input[]) {
  const { parts, failures } = fixtures(input);
  const grounds = factCandidates(failures, new Map(parts.map((part) => [part.id, part]))).flatMap((candidate) => {
    const facts = separatingFacts(candidate, parts, failures);
    return facts === null ? [] : [{ facts, failures: candidate.failures }];
  });
  return findIncidents(failures, new Map(), grounds).map(({ kind, subject }) => `${kind} ${subject}`);
}

const chrome = (change: Omit<Input, "facts"> = { failed: 8 }, ...more: string[]): Input => ({
  facts: ["browser=chrome-143", ...more],
  ...change,
});
const firefox = (change: Omit<Input, "facts"> = {}, ...more: string[]): Input => ({
  facts: ["browser=firefox-140", ...more],
  ...change,
});
const byHost = ["host inventory.staging"];

test.each<[string, readonly Input[], readonly string[]]>([
  [
    "runs with a value fail, runs with another value pass",
    [chrome(), chrome(), firefox(), firefox()],
    ["fact browser=chrome-143"],
  ],
  ["all runs have the value", [chrome(), chrome(), chrome({ failed: 0 }), chrome({ failed: 0 })], byHost],
  ["only one run has the value", [chrome(), firefox(), firefox(), firefox()], byHost],
  [
    "each run has its own value, such as its build",
    [
      { facts: ["build=1"], failed: 8 },
      { facts: ["build=2"], failed: 8 },
      { facts: ["build=3"] },
      { facts: ["build=4"] },
    ],
    byHost,
  ],
  [
    "a value of one run in several parts stands for the run",
    [
      { facts: ["build=1"], failed: 8, runId: 1 },
      { facts: ["build=1"], failed: 8, runId: 1 },
      { facts: ["build=2"], runId: 2 },
      { facts: ["build=2"], runId: 2 },
    ],
    byHost,
  ],
  [
    "parts of one run with different values",
    [chrome({ failed: 8, runId: 1 }), chrome({ failed: 8, runId: 1 }), firefox({ runId: 1 }), firefox({ runId: 1 })],
    ["fact browser=chrome-143"],
  ],
  [
    "two facts that always coincide are both named",
    [
      chrome({ failed: 8 }, "os=linux"),
      chrome({ failed: 8 }, "os=linux"),
      firefox({}, "os=macos"),
      firefox({}, "os=macos"),
    ],
    ["fact browser=chrome-143\nos=linux"],
  ],
  [
    "a fact of all runs is not named with one that separates",
    [
      chrome({ failed: 8 }, "os=linux"),
      chrome({ failed: 8 }, "os=linux"),
      firefox({}, "os=linux"),
      firefox({}, "os=linux"),
    ],
    ["fact browser=chrome-143"],
  ],
  [
    "the narrower of two facts is named",
    [
      chrome({ failed: 8 }, "os=linux"),
      chrome({ failed: 8 }, "os=linux"),
      firefox({}, "os=linux"),
      firefox({}, "os=macos"),
      firefox({}, "os=macos"),
    ],
    ["fact browser=chrome-143"],
  ],
  ["runs without the fact say nothing", [chrome(), chrome(), { facts: [] }, { facts: [] }], byHost],
  ["other values fail as well", [chrome(), chrome(), firefox({ failed: 6 }), firefox({ failed: 6 })], byHost],
  [
    "most runs with the value pass",
    [chrome(), chrome(), chrome({ failed: 0 }), chrome({ failed: 0 }), firefox(), firefox()],
    byHost,
  ],
  ["too few tests ran with other values", [chrome(), chrome(), firefox({ tests: 3 }), firefox({ tests: 3 })], byHost],
  ["another suite passes", [chrome(), chrome(), firefox({ suite: "unit" }), firefox({ suite: "unit" })], byHost],
  [
    "another environment passes",
    [chrome(), chrome(), firefox({ environment: "qa" }), firefox({ environment: "qa" })],
    byHost,
  ],
  [
    "parts with several values do not count",
    [chrome({ failed: 8 }, "browser=firefox-140"), chrome({ failed: 8 }, "browser=firefox-140"), firefox(), firefox()],
    byHost,
  ],
  ["few tests fail", [chrome({ failed: 4 }), chrome({ failed: 4 }), firefox(), firefox()], []],
  ["nothing fails", [chrome({}), firefox()], []],
])("%s", (_, input, expected) => {
  expect(found(input)).toEqual(expected);
});

/** Returns the separating facts of each candidate. */
function groundsOf(all: readonly PartFailure[], ordered: readonly ExecutedPart[]) {
  return factCandidates(all, new Map(ordered.map((part) => [part.id, part]))).map((candidate) =>
    separatingFacts(candidate, ordered, all),
  );
}

test("the order of failures and parts does not matter", () => {
  const input = [chrome(), firefox(), chrome(), firefox()];
  const { parts, failures } = fixtures(input);
  expect(groundsOf(failures.toReversed(), parts.toReversed())).toEqual(groundsOf(failures, parts));
});
