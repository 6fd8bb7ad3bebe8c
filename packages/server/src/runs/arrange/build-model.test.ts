import { arrangeResults } from "@plumb/analysis/executions/arrange-results.ts";
import { orderSources } from "@plumb/analysis/executions/order-sources.ts";
import { expect, test } from "vitest";
import { candidatesOf, countPairs, groupsOf, Pairs } from "./group-results.ts";
import type { RunSource } from "./run-sources.ts";
import type { StoredResult } from "#store/ingest/stored-results.ts";
import { seededRandom } from "#testing/seeded-random.ts";

/** Number of generated builds. A nightly run sets this to millions. */
const builds = Number(process.env["PLUMB_MODEL_BUILDS"] ?? 4000);
const timeout = Math.max(240_000, builds * 5);

type Outcome = "failed" | "passed" | "skipped";

/** An upload of a generated build. */
interface ModelUpload {
  readonly module: string;
  /** The machine and configuration that the upload belongs to. Only `host` tells the server about it. */
  readonly leg: number;
  readonly host: string | null;
  readonly job: string | null;
  readonly attempt: number | null;
  readonly rerun: boolean;
  readonly shard: number | null;
  readonly startsAt: number | null;
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** Generates a build: modules, legs of a matrix, shards, and re-runs that are declared or not. */
function generateBuild(random: () => number): ModelUpload[] {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const jobs = pick(["own", "shared", "none"] as const);
  const hosts = pick(["own", "none"] as const);
  const clocks = random() < 0.8;
  const shards = pick([1, 1, 2]);
  const repeats = pick(["attempts", "flag", "undeclared", "none"] as const);
  const modules = ["orders", "stock", "admin"].slice(0, pick([1, 1, 2, 3]));
  let clock = 0;
  const uploads: ModelUpload[] = [];
  for (const module of modules) {
    for (const leg of [1, 2].slice(0, pick([1, 1, 2]))) {
      for (let shard = 1; shard <= shards; shard++) {
        const names = ["a", "b", "c"].map((name) => `${name}${shard}`).slice(0, pick([1, 2, 3]));
        let outcomes = new Map(names.map((name) => [name, pick<Outcome>(["passed", "passed", "failed", "skipped"])]));
        for (let attempt = 1; attempt <= 3; attempt++) {
          const isRepeat = attempt > 1;
          uploads.push({
            module,
            leg,
            host: hosts === "none" ? null : `host-${leg}`,
            job: { own: `${module} ${leg} ${shard}`, shared: "test", none: null }[jobs],
            attempt: jobs === "none" ? null : repeats === "attempts" ? attempt : 1,
            rerun: isRepeat && repeats === "flag",
            shard: shards === 1 ? null : shard,
            startsAt: clocks ? clock : null,
            outcomes,
          });
          clock += 60_000;
          const failed = [...outcomes].flatMap(([name, outcome]) => (outcome === "failed" ? [name] : []));
          if (repeats === "none" || failed.length === 0 || random() < 0.3) break;
          const again = random() < 0.5 ? failed : [...outcomes.keys()];
          outcomes = new Map(again.map((name) => [name, pick<Outcome>(["passed", "passed", "failed"])]));
        }
      }
    }
  }
  return uploads;
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
}

function sourceOf(upload: ModelUpload, index: number): RunSource {
  const outcomes = [...upload.outcomes.values()];
  const fileName = `${upload.module}/target/junit.xml`;
  return {
    id: index + 1,
    path: fileName,
    fileName,
    format: "junit",
    request: index + 1,
    startedAt: upload.startsAt,
    localStartedAt: null,
    durationMs: upload.startsAt === null ? null : 10_000,
    shard: upload.shard,
    job: upload.job,
    jobAttempt: upload.attempt,
    rerun: upload.rerun,
    place: null,
    host: upload.host,
    senderHost: null,
    traits: new Map(),
    broken: false,
    hasRunError: false,
    ranTests: outcomes.filter((outcome) => outcome !== "skipped").length,
    passedTests: outcomes.filter((outcome) => outcome === "passed").length,
    variant: "",
    sharesTests: true,
    kind: "file",
  };
}

function rowsOf(upload: ModelUpload, sourceId: number): StoredResult[] {
  return [...upload.outcomes].map(([name, status], index) => ({
    id: sourceId * 100 + index,
    testId: 0,
    sourceId,
    occurrence: 1,
    generation: 0,
    supersededBy: null,
    status,
    firstStatus: status,
    flaky: false,
    retries: 0,
    // Each execution has its own duration, as on a real machine.
    durationMs: status === "skipped" ? null : 100 + sourceId * 5 + index * 0.5,
    startedAt: null,
    spans: null,
    worker: null,
    isDetailed: false,
    file: null,
    titlePath: [name],
    variant: "",
    tags: [],
  }));
}

/** Returns the number of results that count as failed, by test and module, as the server arranges the build. */
function arrangedFailures(uploads: readonly ModelUpload[]): Map<string, number> {
  const sources = orderSources(uploads.map(sourceOf));
  const rows = uploads.flatMap((upload, index) => rowsOf(upload, index + 1));
  const groups = groupsOf(candidatesOf(rows, sources));
  const pairs = new Pairs(sources);
  countPairs(pairs, groups);
  pairs.findRetries(groups);
  const failures = new Map<string, number>();
  for (const group of groups) {
    const arranged = arrangeResults(
      group.map(({ own }) => own),
      sources.map(({ id }) => id),
      (a, b) => pairs.relation(a, b),
    );
    const byId = new Map(group.map(({ row }) => [row.id, row]));
    for (const { id, supersededBy } of arranged) {
      const row = byId.get(id);
      if (row?.status !== "failed" || supersededBy !== null) continue;
      const key = `${uploads[row.sourceId - 1]?.module} ${row.titlePath[0]}`;
      failures.set(key, (failures.get(key) ?? 0) + 1);
    }
  }
  return failures;
}

/** Returns true if the first upload declares that it repeats the second one, in the simplest terms. */
function declares(later: ModelUpload, earlier: ModelUpload): boolean {
  if (later.module !== earlier.module || later.shard !== earlier.shard) return false;
  if (later.job !== null && earlier.job !== null && later.job !== earlier.job) return false;
  if (later.job !== null && later.attempt !== earlier.attempt) return (later.attempt ?? 0) > (earlier.attempt ?? 0);
  if (later.rerun !== earlier.rerun) return later.rerun;
  // A job that sends its file again, or a file whose uploads are all declared re-runs.
  const isDeclared = (later.job !== null || later.rerun) && later.job === earlier.job;
  const isSameFile = isDeclared && !(later.host !== null && later.host !== earlier.host);
  return isSameFile && later.startsAt !== null && earlier.startsAt !== null && later.startsAt > earlier.startsAt;
}

/** Returns true if the later upload may repeat the earlier one: comparable clocks, and nothing distinguishes them. */
function mayFollow(later: ModelUpload, earlier: ModelUpload): boolean {
  if (later.module !== earlier.module || later.shard !== earlier.shard || later.job !== earlier.job) return false;
  if (later.host !== earlier.host || later.startsAt === null || earlier.startsAt === null) return false;
  return later.startsAt > earlier.startsAt && !declares(earlier, later);
}

function ranIn(upload: ModelUpload, name: string): boolean {
  return (upload.outcomes.get(name) ?? "skipped") !== "skipped";
}

/** Returns true if an upload ran nothing but failures of earlier uploads, and left out a test that had passed there. */
function repeatsOnlyFailures(upload: ModelUpload, all: readonly ModelUpload[]): boolean {
  const earlier = all.filter((other) => mayFollow(upload, other));
  const isFailure = (name: string) => {
    const before = earlier.filter((other) => ranIn(other, name));
    return before.length > 0 && before.every((other) => other.outcomes.get(name) === "failed");
  };
  const names = [...upload.outcomes.keys()].filter((name) => ranIn(upload, name));
  return names.every(isFailure) && earlier.some((other) => [...other.outcomes.values()].includes("passed"));
}

/** Returns true if a failed test of a build has neither a declared repeat that passed nor one with all the evidence. */
function hasUndeclaredFailure(uploads: readonly ModelUpload[]): boolean {
  const isRepaired = (upload: ModelUpload, name: string): boolean =>
    uploads.some((other) => {
      if (other === upload || !ranIn(other, name)) return false;
      const repeats = declares(other, upload) || (mayFollow(other, upload) && repeatsOnlyFailures(other, uploads));
      return repeats && (other.outcomes.get(name) === "passed" || isRepaired(other, name));
    });
  return uploads.some((upload) =>
    [...upload.outcomes].some(([name, outcome]) => outcome === "failed" && !isRepaired(upload, name)),
  );
}

/** Returns the failures that remain of a build whose legs have separate jobs: the last attempt of each leg decides. */
function failuresByAttempt(uploads: readonly ModelUpload[]): number {
  const last = new Map<string, Outcome>();
  for (const { module, leg, outcomes } of uploads.toSorted((a, b) => (a.attempt ?? 0) - (b.attempt ?? 0)))
    for (const [name, outcome] of outcomes) if (outcome !== "skipped") last.set(`${module} ${leg} ${name}`, outcome);
  return [...last.values()].filter((outcome) => outcome === "failed").length;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

test(
  "no generated build is green with a failure that nothing declares repaired, in any order of arrival",
  { timeout },
  () => {
    let [green, repaired] = [0, 0];
    for (let seed = 1; seed <= builds; seed++) {
      const random = seededRandom(seed);
      const uploads = generateBuild(random);
      const counts = [0, 1, 2].map(() => sum(arrangedFailures(shuffled(uploads, random))));
      expect(new Set(counts).size, `seed ${seed} depends on the order: ${JSON.stringify(counts)}`).toBe(1);
      const hasFailed = uploads.some(({ outcomes }) => [...outcomes.values()].includes("failed"));
      if (counts[0] !== 0) continue;
      green++;
      if (hasFailed) repaired++;
      expect(hasUndeclaredFailure(uploads), `seed ${seed} is green`).toBe(false);
    }
    // Otherwise, the test would prove nothing.
    expect(green).toBeGreaterThan(builds / 20);
    expect(repaired).toBeGreaterThan(builds / 100);
  },
);

test("the last attempt of each leg decides if each leg has a separate job", { timeout }, () => {
  let compared = 0;
  for (let seed = 1; seed <= builds; seed++) {
    const random = seededRandom(seed);
    const uploads = generateBuild(random);
    const hasOwnJobs = uploads.every(({ job, module, leg, shard }) => job === `${module} ${leg} ${shard ?? 1}`);
    const attempts = uploads.some(({ attempt }) => (attempt ?? 1) > 1);
    if (!hasOwnJobs || !attempts) continue;
    compared++;
    expect(sum(arrangedFailures(shuffled(uploads, random))), `seed ${seed}`).toBe(failuresByAttempt(uploads));
  }
  expect(compared).toBeGreaterThan(builds / 50);
});
