import { dayMs } from "@plumb/contract/durations.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import { mergeLabels, type RunLabels, usableFacts, usableTags } from "@plumb/contract/runs/run-labels.ts";
import { parseTimestamp } from "@plumb/formats/text/timestamp.ts";
import { storable } from "#core/text.ts";
import type { PlannedRun } from "#ingest/bundle/plan.ts";
import type { ReportSummary } from "#ingest/record/batch-builder.ts";
import { reportTimes } from "#ingest/record/report-times.ts";
import { sourceScope } from "#ingest/record/reported-scope.ts";
import type { SourceOutcome } from "#store/ingest/sources.ts";
import type { RecordedReport } from "./upload-request.ts";

/** Maximum duration. Runs with shards and repetitions may extend over days. */
const maxWallMs = 31 * dayMs;

/** Returns the facts about a recorded report that are stored with its upload. */
export function outcomeOf(
  { sourceId, content }: Pick<RecordedReport, "content" | "sourceId">,
  query: UploadQuery,
  now: Date,
): SourceOutcome {
  return {
    sourceId,
    tests: content.tests,
    shard: content.run.shard?.current ?? null,
    incomplete:
      content.run.exported?.interrupted === true || content.problems.some(({ severity }) => severity === "incomplete"),
    interruption: content.run.exported?.interruption ?? null,
    runError: content.problems.some(({ severity }) => severity === "error"),
    declaredFailures: content.run.declaredFailures ?? 0,
    frameworkVersion: limitedVersion(content.run.frameworkVersion),
    ...sourceScope(query, content.run),
    place: limitedText(content.run.place, 200),
    ...machineOf(content.run.metadata ?? {}),
    senderHost: query.host ?? null,
    rerun: query.rerun === true,
    localStartedAt: localStart(content.run.metadata?.["startedLocalTime"]),
    job: query.job ?? null,
    jobAttempt: query.jobAttempt ?? null,
    ...reportTimes(content.run, now),
  };
}

/** Names in the metadata of reports for properties that distinguish executions. */
const traitNames: Readonly<Record<string, string>> = {
  arch: "arch",
  browser: "browser",
  browsername: "browser",
  browsers: "browser",
  configuration: "configuration",
  device: "device",
  devicename: "device",
  flavor: "flavor",
  java: "java",
  module: "module",
  operatingsystem: "os",
  os: "os",
  platform: "platform",
  platformname: "platform",
  project: "project",
  python: "python",
  target: "target",
};

/** Machine names that occur on many machines. */
const anyHost = /^(?:localhost(?:\.localdomain)?|127\.0\.0\.1|::1|unknown|n\/a)$/i;

/** Returns the machine and the distinguishing properties of a report. */
function machineOf(metadata: Readonly<Record<string, string>>): Pick<SourceOutcome, "host" | "traits"> {
  const traits = Object.entries(metadata).flatMap(([name, value]) => {
    const trait = traitNames[name.toLowerCase().replaceAll(/[^a-z]/g, "")];
    return trait === undefined ? [] : [[trait, cut(storable(value), 200)] as const];
  });
  const host = limitedText(metadata["hostname"], 200);
  return { host: host !== null && anyHost.test(host) ? null : host, traits: Object.fromEntries(traits) };
}

interface RunDescription {
  readonly shardTotal: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly labels: RunLabels;
}

/** Combines the facts from the reports of one run. Later reports take precedence. */
export function describeSources(
  recorded: readonly Pick<RecordedReport, "content">[],
  query: UploadQuery,
  { exported }: Pick<PlannedRun, "exported">,
): RunDescription {
  const facts = recorded.map(({ content }) => factsOf(content.run));
  return {
    // Without a build, other shards cannot join this run, so it does not wait for them.
    shardTotal:
      query.build === undefined ? 1 : Math.max(...recorded.map(({ content }) => content.run.shard?.total ?? 1)),
    metadata: Object.assign({}, ...facts, isUntimed(recorded, query) ? { startedFrom: "upload" } : {}) as Record<
      string,
      string
    >,
    labels: labelsOf(query, exported),
  };
}

/** Returns the tags and facts of the sender, and those of an exported run. */
function labelsOf({ tag = [], fact = [] }: UploadQuery, exported: PlannedRun["exported"]): RunLabels {
  const ofReport = { tags: usableTags(exported?.tags ?? []), facts: usableFacts(exported?.facts ?? []) };
  const { tags, facts } = mergeLabels(ofReport, { tags: tag, facts: fact });
  return { tags, facts };
}

/** Returns the time from start to end of an exported run, including pauses; 0 if it is not known. */
export function wallTime(
  recorded: readonly Pick<RecordedReport, "content">[],
  { exported }: Pick<PlannedRun, "exported">,
): number {
  const startedAt = recorded[0]?.content.run.startedAt ?? null;
  const endedAt = exported?.endedAt ?? null;
  return startedAt === null || endedAt === null ? 0 : Math.min(Math.max(0, endedAt - startedAt), maxWallMs);
}

export function limitedVersion(version: string | undefined): string | null {
  return limitedText(version, 100);
}

/** Parses a start without a time zone as UTC, to order the reports of one machine. */
function localStart(time: string | undefined): Date | null {
  const parsed = parseTimestamp(time);
  return parsed === null ? null : new Date(parsed.ms);
}

function limitedText(text: string | undefined, length: number): string | null {
  return text === undefined || text === "" ? null : cut(storable(text), length);
}

/** Returns the run's metadata with the tool version and the number of workers. */
function factsOf({
  metadata = {},
  framework,
  frameworkVersion,
  workers,
}: ReportSummary["run"]): Record<string, string> {
  return {
    ...metadata,
    ...(frameworkVersion !== undefined && { [`${framework ?? "framework"}Version`]: frameworkVersion }),
    ...(workers !== undefined && { workers: String(workers) }),
  };
}

/** Returns true if neither a report nor the sender has a start time. The time of arrival is then used. */
function isUntimed(recorded: readonly Pick<RecordedReport, "content">[], query: UploadQuery): boolean {
  return query.startedAt === undefined && recorded.every(({ content }) => content.run.startedAt === undefined);
}
