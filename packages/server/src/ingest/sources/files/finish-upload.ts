import { cut } from "@plumb/contract/text/cut.ts";
import { parseMoment } from "@plumb/formats/text/moment.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { UploadedRun, UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { Context } from "#core/context.ts";
import type { PlannedRun } from "#ingest/bundle/plan.ts";
import { otherOrigin } from "#ingest/record/other-origin.ts";
import { uploadScope } from "#ingest/record/said-scope.ts";
import { reportTimes } from "#ingest/record/report-times.ts";
import type { ReportFacts } from "#ingest/record/gather.ts";
import {
  emptyFile,
  type RecordedUpload,
  type RunInProgress,
  type Upload,
} from "#ingest/sources/files/upload-in-progress.ts";
import { announceJudged } from "#runs/announce-judged.ts";
import { filesNotKept } from "#runs/keep-contents.ts";
import { uploadedRun } from "#runs/uploaded-run.ts";
import { agoInWords } from "#ingest/arrivals/outcome.ts";
import { type ArrivalEnd, endArrival, knownContents } from "#store/arrivals/arrivals.ts";
import { type Db, isUnavailable } from "#store/db.ts";
import { recordProblems } from "#store/ingest/recording.ts";
import { type FoundProblem, problemsFound, writeProblems } from "#store/ingest/arrange/problems.ts";
import { holdRuns } from "#store/runs/hold-runs.ts";
import { describeRun, type Judgement, judged } from "#store/runs/judged.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { markRecorded, originOfRun, withdrawUpload, frameworkVersions } from "#store/ingest/uploads.ts";
import { storable } from "#core/text.ts";
import { recordRunOutput } from "#store/runs/run-output.ts";

const noTests = "The report has no tests, so the run counts as failed: nothing was checked.";

/** A run of shards and repetitions may stretch over days. */
const mostWallMs = 31 * 86_400_000;

/** One transaction declares everything received; before it, a crash takes all of the upload back. */
export async function finishUpload(
  context: Pick<Context, "bus" | "clock" | "db">,
  upload: Upload,
  runs: readonly RunInProgress[],
  endOf: (transaction: Db) => Promise<ArrivalEnd>,
): Promise<void> {
  const now = context.clock();
  const { arrival, projectId: ofProject } = upload;
  const judgements = await inTransaction(context.db, async (transaction) => {
    const judgements: Judgement[] = [];
    await holdRuns(
      transaction,
      ofProject,
      runs.flatMap(({ run }) => run?.id ?? []),
    );
    for (const progress of runs) {
      const { run, recorded, planned } = progress;
      if (run === null || recorded.length === 0) continue;
      const { projectId, query } = upload;
      const shards = recorded.map(({ content }) => content.run.shard?.total ?? 1);
      for (const { uploadId, content } of recorded) {
        const target = { projectId, runId: run.id, uploadId, shard: null };
        await recordProblems(transaction, target, content.problems);
        await recordRunOutput(transaction, target, content.output);
      }
      await markRecorded(
        transaction,
        projectId,
        recorded.map(({ uploadId, content }) => ({
          uploadId,
          tests: content.tests,
          shard: content.run.shard?.current ?? null,
          incomplete:
            content.run.exported?.interrupted === true ||
            content.problems.some(({ severity }) => severity === "incomplete"),
          interruption: content.run.exported?.interruption ?? null,
          runError: content.problems.some(({ severity }) => severity === "error"),
          frameworkVersion: keptVersion(content.run.frameworkVersion),
          ...uploadScope(query, content.run),
          place: keptText(content.run.place, 200),
          root: keptText(content.run.root, 1000),
          localStartedAt: localStart(content.run.metadata?.["startedLocalTime"]),
          job: query.job ?? null,
          jobAttempt: query.jobAttempt ?? null,
          ...reportTimes(content.run, now),
        })),
      );
      const metadata = Object.assign({}, ...recorded.map(({ content }) => factsOf(content.run))) as Record<
        string,
        string
      >;
      // Without a build no other shard can find this run, so it is not waited for.
      const shardTotal = query.build === undefined ? 1 : Math.max(...shards);
      const tags = planned.exported?.tags ?? [];
      const told = { ...metadata, ...(isUntimed(recorded, query) && { startedFrom: "upload" }) };
      await describeRun(transaction, { projectId, runId: run.id, shardTotal, metadata: told, tags });
      const judgement = await judged(transaction, {
        projectId,
        runId: run.id,
        now,
        startedAt: query.startedAt === undefined ? null : new Date(query.startedAt),
        wallMs: wallTime(recorded, planned),
      });
      judgements.push(judgement);
      const uploadIds = recorded.map(({ uploadId }) => uploadId);
      const versions = await frameworkVersions(transaction, projectId, run.id);
      const conflict = otherOrigin(query, await originOfRun(transaction, projectId, run.id));
      const empty = emptyProblem(judgement, recorded);
      await writeProblems(transaction, { projectId, runId: run.id }, "empty", empty);
      const said = [
        ...emptyFiles(upload),
        filesOfNoRoom(progress),
        ...(await repeatedFiles(transaction, upload, recorded)),
        conflict === null ? null : storable(conflict),
        missingShards(recorded, query) ?? (empty.length > 0 ? null : versionProblem(versions, recorded)),
      ].filter((reason) => reason !== null);
      const target = { projectId, runId: run.id, uploadId: uploadIds[0] ?? 0, shard: null };
      const own = said.map((reason) => ({ severity: "warning" as const, reason, file: null, line: null }));
      await recordProblems(transaction, target, own);
      progress.said = [...own, ...(await problemsFound(transaction, projectId, uploadIds))];
    }
    // If nothing could be read, the error explains it.
    if (arrival.id !== null && runs.some(({ run }) => run !== null))
      await endArrival(transaction, arrival.begun, arrival.id, await endOf(transaction), now);
    return judgements;
  });
  announceJudged(context, judgements);
  context.bus.publish({ about: "uploads", projectId: ofProject });
}

/** Time from start to end of an exported run, which may have paused; 0 if the reports have their own times. */
function wallTime(recorded: readonly RecordedUpload[], { exported }: PlannedRun): number {
  const startedAt = recorded[0]?.content.run.startedAt ?? null;
  const endedAt = exported?.endedAt ?? null;
  return startedAt === null || endedAt === null ? 0 : Math.min(Math.max(0, endedAt - startedAt), mostWallMs);
}

/** Returns empty report files of a crashed process, whose tests would otherwise be missing unnoticed. */
function emptyFiles({ rejected }: Upload): string[] {
  const empty = rejected.filter(
    ({ name, reason }) => reason === emptyFile && /\.(?:xml|json|trx|ndjson|tap)$/i.test(name),
  );
  const [first, ...others] = empty;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` So are ${others.length} more files.`;
  return [
    storable(`${first.name} is empty.${more} The process that writes it may have crashed: tests may be missing.`),
  ];
}

/** More files that were not kept are only counted. */
const maxNotKept = 5;

/** Files for which the project has no room. */
function filesOfNoRoom({ notKept }: RunInProgress): string | null {
  const [first] = notKept.values();
  if (first === undefined) return null;
  const names = [...notKept.values()].slice(0, maxNotKept).map(({ name }) => name);
  return storable(filesNotKept(names, notKept.size, first.why));
}

/** More files that an earlier build had are only counted. */
const maxRepeatedFiles = 5;

/** Files of this report that another report has already: a workspace may still hold those of an earlier build. */
async function repeatedFiles(
  transaction: Db,
  { projectId, arrival }: Upload,
  recorded: readonly RecordedUpload[],
): Promise<string[]> {
  const names = new Map(recorded.map(({ report: { bundle } }) => [bundle.hash, bundle.name]));
  const known = await knownContents(transaction, projectId, [...names.keys()].slice(0, 500), arrival.id);
  const others = known.filter(({ run }) => run.id !== recorded[0]?.runId);
  const named = others
    .slice(0, maxRepeatedFiles)
    .map(({ hash, run, agoMs }) =>
      storable(
        `${names.get(hash)} is the same file as in report #${run.number}, ${agoInWords(agoMs)} earlier. Its tests count. If they did not run again, delete the file before the next build.`,
      ),
    );
  const more = others.length - named.length;
  return more <= 0 ? named : [...named, `${more} more files are the same as in earlier reports.`];
}

/** A shard may have no tests where others had some. */
function emptyProblem({ status, total }: Judgement, recorded: readonly RecordedUpload[]): FoundProblem[] {
  if (total > 0 || status !== "failed") return [];
  // An exported report already has this problem.
  if (recorded.some(({ content }) => content.problems.some(({ reason }) => reason === noTests))) return [];
  return [{ uploadId: recorded[0]?.uploadId ?? 0, severity: "error", file: null, reason: noTests }];
}

function missingShards(recorded: readonly RecordedUpload[], query: UploadQuery): string | null {
  const shard = recorded.find(({ content }) => content.run.shard !== undefined)?.content.run.shard;
  const shards = new Set(recorded.map(({ content }) => content.run.shard?.current ?? 0));
  if (shard === undefined || shards.size >= shard.total || query.build !== undefined) return null;
  return `This is shard ${shard.current} of ${shard.total}. Send all shards with the same build id (--build) and they become one run.`;
}

function keptVersion(version: string | undefined): string | null {
  return keptText(version, 100);
}

/** A start without a time zone, as if it were UTC: it orders reports of one machine. */
function localStart(time: string | undefined): Date | null {
  const moment = parseMoment(time);
  return moment === null ? null : new Date(moment.ms);
}

function keptText(text: string | undefined, length: number): string | null {
  return text === undefined || text === "" ? null : cut(storable(text), length);
}

/** Said with the upload that brings another version than the run had. */
function versionProblem(versions: readonly string[], recorded: readonly RecordedUpload[]): string | null {
  const brought = new Set(recorded.map(({ content }) => keptVersion(content.run.frameworkVersion)));
  if (versions.length < 2 || versions.every((version) => !brought.has(version))) return null;
  return `The parts of this run were written by different versions: ${versions.join(", ")}. All of them were read, but the same tests may count differently.`;
}

/** Rolls back a failed request. */
export async function withdrawAll(
  context: Pick<Context, "bus" | "clock" | "db" | "log" | "writer">,
  projectId: number,
  runs: readonly RunInProgress[],
): Promise<void> {
  for (const { uploadId } of runs.flatMap(({ recorded }) => recorded)) {
    try {
      const judgement = await withdrawPersistently(context, projectId, uploadId);
      if (judgement !== null) announceJudged(context, [judgement]);
    } catch (error) {
      // The database is unreachable: unfinished uploads are rolled back at the next start or by the next sweep.
      context.writer.givenUp.add(uploadId);
      context.log.warn({ err: error, uploadId }, "could not take back an unfinished upload yet");
    }
  }
}

/** A database that cut its connections is back at once, but each pooled one finds that out only when it is used. */
async function withdrawPersistently(
  context: Pick<Context, "clock" | "db">,
  projectId: number,
  uploadId: number,
): Promise<Judgement | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withdrawUpload(context.db, projectId, uploadId, context.clock());
    } catch (error) {
      if (attempt === 5 || !isUnavailable(error)) throw error;
      await sleep(20 * 2 ** attempt);
    }
  }
}

export async function uploadedRuns(
  context: Pick<Context, "db" | "publicUrl">,
  projectId: number,
  runs: readonly RunInProgress[],
): Promise<UploadedRun[]> {
  const answers: UploadedRun[] = [];
  for (const { run, recorded, said } of runs) {
    if (run === null) continue;
    const problems = [...said, ...recorded.flatMap(({ content }) => content.problems)].slice(0, 100);
    const uploadIds = recorded.map(({ uploadId }) => uploadId);
    const answer = await uploadedRun(context, projectId, run, uploadIds, problems);
    if (answer !== null) answers.push(answer);
  }
  return answers;
}

/** Returns facts about the run, with the version of the tool and its workers. */
function factsOf({ metadata = {}, framework, frameworkVersion, workers }: ReportFacts["run"]): Record<string, string> {
  return {
    ...metadata,
    ...(frameworkVersion !== undefined && { [`${framework ?? "framework"}Version`]: frameworkVersion }),
    ...(workers !== undefined && { workers: String(workers) }),
  };
}

/** Neither a report nor the sender has a start time, so the arrival counts. */
function isUntimed(recorded: readonly RecordedUpload[], query: UploadQuery): boolean {
  return query.startedAt === undefined && recorded.every(({ content }) => content.run.startedAt === undefined);
}
