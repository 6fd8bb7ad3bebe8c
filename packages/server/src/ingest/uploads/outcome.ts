import { dayMs } from "@plumb/contract/durations.ts";
import { formatCount } from "@plumb/contract/figures.ts";
import type { UploadFile, UploadState } from "@plumb/contract/runs/uploads.ts";
import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { storable } from "#core/text.ts";
import type { UploadEnd, UploadRun, KnownContent } from "#store/uploads/uploads.ts";

/** Outcome of a request before its text is composed. */
export interface Came {
  readonly verdicts: readonly FileVerdict[];
  /** By file name, as in `verdicts`. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly runs: readonly UploadRun[];
  readonly problemCount: number;
  /** Its reports whose content was received before. */
  readonly known: readonly KnownContent[];
  readonly shard: { readonly current: number; readonly total: number } | undefined;
}

const maxFiles = 50;
const maxRuns = 100;
const urgency: readonly FileVerdict["verdict"][] = [
  "rejected",
  "partial",
  "imported",
  "duplicate",
  "unused",
  "artifact",
];

/** Returns the outcome of a request whose reports were recorded or already existed. */
export function endOfRequest(came: Came): UploadEnd {
  const { verdicts, runs, problemCount, shard } = came;
  return {
    state: stateOf(came),
    reason: reasonOf(came),
    tests: verdicts.reduce((sum, { tests }) => sum + tests, 0),
    problemCount,
    files: listed(verdicts, came.sizes),
    verdictCount: verdicts.length,
    runs: runs.slice(0, maxRuns),
    shard: shard?.current ?? null,
    shardTotal: shard?.total ?? null,
  };
}

/** Returns the outcome of a rejected request. */
export function endOfRefusal(
  state: Extract<UploadState, "rejected" | "failed" | "interrupted">,
  reason: string,
  verdicts: readonly FileVerdict[] = [],
  sizes: ReadonlyMap<string, number> = new Map(),
): UploadEnd {
  return {
    state,
    reason: storable(reason),
    tests: 0,
    problemCount: 0,
    files: listed(verdicts, sizes),
    verdictCount: verdicts.length,
    runs: [],
  };
}

/** Returns a limited list of files, most important outcomes first. */
function listed(verdicts: readonly FileVerdict[], sizes: ReadonlyMap<string, number>): UploadFile[] {
  const ordered = urgency.flatMap((verdict) => verdicts.filter((each) => each.verdict === verdict));
  return ordered.slice(0, maxFiles).map(({ name, reason, ...file }) => ({
    ...file,
    name: storable(cut(name, 300)),
    reason: reason === null ? null : storable(cut(reason, 500)),
    bytes: sizes.get(name) ?? null,
  }));
}

function stateOf({ verdicts, problemCount, known }: Came): UploadState {
  const has = (...kinds: FileVerdict["verdict"][]) => verdicts.some(({ verdict }) => kinds.includes(verdict));
  if (!has("imported", "partial")) return has("rejected") ? "rejected" : "duplicate";
  return has("partial", "rejected") || problemCount > 0 || known.length > 0 ? "problems" : "accepted";
}

/** Returns the most important sentences, worst first; `null` if there are none. */
function reasonOf({ verdicts, problemCount, known }: Came): string | null {
  const of = (kind: FileVerdict["verdict"]) => verdicts.filter(({ verdict }) => verdict === kind);
  const [rejected, partial, duplicates, imported] = [of("rejected"), of("partial"), of("duplicate"), of("imported")];
  const again = known[0];
  const sentences = [
    ...firstOf(rejected, "was rejected", "were rejected"),
    ...firstOf(partial, "is incomplete", "are incomplete"),
    ...(again === undefined ? [] : [sameAs(again, known.length, verdicts.length)]),
    ...(again === undefined && duplicates.length > 0 ? firstOf(duplicates, "is a duplicate", "are duplicates") : []),
  ];
  if (imported.length + partial.length === 0) {
    const isMentioned = again === undefined && duplicates.length > 0;
    return storable(isMentioned ? sentences.join(" ") : `${sentences.join(" ")} Nothing changed.`);
  }
  if (problemCount > 0 && sentences.length === 0) {
    // For a single report, shows its first problem.
    const reason = imported.length === 1 ? (imported[0]?.reason ?? null) : null;
    const found = problemCount === 1 ? "1 problem was found." : `${formatCount(problemCount)} problems were found.`;
    sentences.push(reason === null ? found : cut(reason, 300));
  }
  // Adds notes about an accepted report.
  if (sentences.length === 0) sentences.push(...imported.flatMap(({ reason }) => reason ?? []).slice(0, 1));
  return sentences.length === 0 ? null : storable(sentences.join(" "));
}

function firstOf(verdicts: readonly FileVerdict[], was: string, were: string): string[] {
  const [first] = verdicts;
  if (first === undefined) return [];
  const name = cut(first.name, 120);
  const why = first.reason === null ? "" : `: ${cut(first.reason, 300)}`;
  return verdicts.length === 1
    ? [`${name} ${was}${why === "" ? "." : why}`]
    : [`${formatCount(verdicts.length)} files ${were}, ${name} first${why === "" ? "." : why}`];
}

function sameAs({ run, agoMs }: KnownContent, count: number, ofFiles: number): string {
  const some = count === 1 ? "1 file is the same as" : `${formatCount(count)} files are the same as`;
  const what = ofFiles === 1 ? "Same file as" : some;
  return `${what} in report #${run.number}, ${agoText(agoMs)} before.`;
}

const steps = [
  [dayMs, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
] as const;

/** Returns a duration such as `3 minutes`, in the largest full unit. */
export function agoText(ms: number): string {
  for (const [size, unit] of steps) {
    const count = Math.floor(ms / size);
    if (count >= 1) return `${formatCount(count)} ${unit}${count === 1 ? "" : "s"}`;
  }
  return "less than a minute";
}
