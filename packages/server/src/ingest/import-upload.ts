import { rm } from "node:fs/promises";
import type { FileVerdict, UploadedRun, UploadQuery } from "@plumb/contract/ingest.ts";
import type { RunStatus } from "@plumb/contract/reports.ts";
import type { Context } from "#http/context.ts";
import { Failure } from "#http/failure.ts";
import { type ArtifactFiles, artifactFiles } from "#ingest/artifact-files.ts";
import { type Inspected, inspect } from "#ingest/inspect.ts";
import { attachLateArtifacts } from "#ingest/late-artifacts.ts";
import { type PlannedRun, planRuns, type Report } from "#ingest/plan.ts";
import { type RecordedReport, recordReport } from "#ingest/recorder.ts";
import { reportTimes } from "#ingest/report-times.ts";
import type { SpooledFile } from "#ingest/spool.ts";
import { unpack } from "#ingest/unpack.ts";
import { firstProblem, located, rejected } from "#ingest/verdicts.ts";
import { finishRun } from "#store/finish-run.ts";
import { recordProblems } from "#store/recording.ts";
import { reportById } from "#store/runs.ts";
import { beginUpload, markRecorded, type RunRef, withdrawUpload } from "#store/uploads.ts";

export interface Upload {
  readonly projectId: number;
  readonly query: UploadQuery;
  readonly files: readonly SpooledFile[];
  /** Refused before they were whole. */
  readonly rejected: readonly { name: string; reason: string }[];
  readonly folder: string;
}

interface Recorded {
  readonly report: Report;
  readonly uploadId: number;
  readonly content: RecordedReport;
}

interface RunInProgress {
  readonly planned: PlannedRun;
  run: RunRef | null;
  readonly recorded: Recorded[];
  readonly duplicates: Report[];
}

/**
 * Carries out one upload: all of its readable reports become rows, or, if the machine fails on the way, none.
 *
 * @throws Failure `unreadable_report` when nothing could be read, `upload_in_progress` when another request brings the
 * same file right now.
 */
export async function importUpload(
  context: Context,
  upload: Upload,
): Promise<{ runs: UploadedRun[]; files: FileVerdict[] }> {
  const verdicts: FileVerdict[] = upload.rejected.map(({ name, reason }) => rejected(name, reason));
  const files: SpooledFile[] = [];
  for (const file of upload.files) {
    const unpacked = await unpack(file, { folder: upload.folder, maxBytes: context.config.maxUploadBytes });
    for (const one of unpacked.files) files.push(one);
    verdicts.push(...unpacked.rejected.map(({ name, reason }) => rejected(name, reason)));
  }
  const inspected: Inspected[] = [];
  for (const file of files) inspected.push(await inspect(file, upload.query.format));
  const { reports, copies } = withoutCopies(inspected.filter((one) => one.kind === "report"));
  for (const { file, format, original } of copies) {
    verdicts.push({
      ...rejected(file.name, `It has the same content as ${original}.`),
      verdict: "duplicate",
      format: format.id,
    });
  }
  const others = inspected.filter((one) => one.kind === "other");
  const artifacts = artifactFiles(others.map(({ file }) => file));
  const runs = planRuns(reports, upload.query).map((planned): RunInProgress => ({
    planned,
    run: null,
    recorded: [],
    duplicates: [],
  }));
  try {
    for (const run of runs) await recordRun(context, upload, run, artifacts, verdicts);
    await finish(context, upload, runs);
  } catch (error) {
    await withdrawAll(context, upload.projectId, runs);
    throw error;
  }
  for (const { run, duplicates } of runs) {
    const names = duplicates.map(({ file }) => file.name);
    if (run !== null)
      await attachLateArtifacts(context, { projectId: upload.projectId, runId: run.id }, names, artifacts);
  }
  for (const { file, reason } of others) {
    if (artifacts.used.has(file)) verdicts.push({ ...rejected(file.name, reason), verdict: "artifact", reason: null });
    else if (reports.length > 0)
      verdicts.push({
        ...rejected(file.name, reason),
        verdict: "unused",
        reason: `No report in this upload refers to it. ${reason}`,
      });
    else verdicts.push(rejected(file.name, reason));
  }
  if (!runs.some(({ run }) => run !== null)) {
    const reasons = verdicts.slice(0, 3).map(({ name, reason }) => `${name}: ${reason ?? "not a report"}`);
    throw new Failure("unreadable_report", `No report could be read, nothing was kept. ${reasons.join(" ")}`, {
      files: verdicts,
    });
  }
  return { runs: await uploadedRuns(context, upload.projectId, runs), files: verdicts };
}

async function recordRun(
  context: Context,
  upload: Upload,
  run: RunInProgress,
  artifacts: ArtifactFiles,
  verdicts: FileVerdict[],
): Promise<void> {
  const { projectId, query } = upload;
  const { planned } = run;
  const now = context.clock();
  const newRun = {
    projectId,
    key: planned.key,
    build: query.build ?? null,
    suite: planned.suite,
    framework: planned.framework,
    environment: planned.environment,
    branch: query.branch ?? null,
    commit: query.commit ?? null,
    ciUrl: query.ciUrl ?? null,
    startedAt: query.startedAt === undefined ? now : new Date(query.startedAt),
  };
  for (const report of planned.reports) {
    const { file, format } = report;
    const begun = await beginUpload(context.db, context.writer, newRun, {
      fileName: file.name,
      format: format.id,
      contentHash: Buffer.from(file.hash, "hex"),
      bytes: file.bytes,
      shard: report.run.shard?.current ?? null,
    });
    if (begun.kind === "in_progress") {
      throw new Failure(
        "upload_in_progress",
        `${file.name} is being received by another request at this moment. Try again in a few seconds.`,
      );
    }
    if (begun.kind === "duplicate") {
      run.run ??= begun.run;
      run.duplicates.push(report);
      const reason = `Report #${begun.run.number} has this file already; nothing changed.`;
      verdicts.push({
        name: file.name,
        verdict: "duplicate",
        format: format.id,
        reportId: begun.run.id,
        tests: 0,
        reason,
      });
      continue;
    }
    const target = {
      projectId,
      runId: begun.run.id,
      uploadId: begun.uploadId,
      shard: report.run.shard?.current ?? null,
    };
    // Registered before it is written, so that a failure in the middle is taken back too.
    const recorded: { -readonly [K in keyof Recorded]: Recorded[K] } = {
      report,
      uploadId: begun.uploadId,
      content: { tests: 0, problems: [], run: {} },
    };
    run.recorded.push(recorded);
    const content = await recordReport({ db: context.db, blobs: context.blobs, target, file, format, artifacts });
    const broke = content.problems.find(({ severity }) => severity === "incomplete");
    if (broke !== undefined && content.tests === 0) {
      await withdrawUpload(context.db, projectId, begun.uploadId);
      run.recorded.pop();
      verdicts.push({ ...rejected(file.name, located(broke)), format: format.id });
      continue;
    }
    run.run ??= begun.run;
    recorded.content = content;
    const verdict = broke === undefined ? "imported" : "partial";
    const reason =
      broke === undefined ? firstProblem(content) : `${located(broke)} The ${content.tests} tests before it were kept.`;
    verdicts.push({
      name: file.name,
      verdict,
      format: format.id,
      reportId: begun.run.id,
      tests: content.tests,
      reason,
    });
  }
}

/** A report that an upload holds twice counts once. */
function withoutCopies(reports: readonly Report[]): { reports: Report[]; copies: (Report & { original: string })[] } {
  const byHash = Map.groupBy(reports, ({ file }) => file.hash);
  const groups = [...byHash.values()].map(([first, ...rest]) => ({ first: first as Report, rest }));
  return {
    reports: groups.map(({ first }) => first),
    copies: groups.flatMap(({ first, rest }) => rest.map((copy) => ({ ...copy, original: first.file.name }))),
  };
}

/** One transaction declares everything received; before it, a crash takes all of the upload back. */
async function finish(context: Context, upload: Upload, runs: readonly RunInProgress[]): Promise<void> {
  const now = context.clock();
  await context.db.transaction().execute(async (transaction) => {
    for (const { run, recorded } of runs) {
      if (run === null || recorded.length === 0) continue;
      const { projectId, query } = upload;
      const shards = recorded.map(({ content }) => content.run.shard?.total ?? 1);
      for (const { uploadId, content } of recorded) {
        await recordProblems(transaction, { projectId, runId: run.id, uploadId, shard: null }, content.problems);
      }
      await markRecorded(
        transaction,
        projectId,
        recorded.map(({ uploadId, content }) => ({
          uploadId,
          tests: content.tests,
          shard: content.run.shard?.current ?? null,
          incomplete: content.problems.some(({ severity }) => severity === "incomplete"),
          runError: content.problems.some(({ severity }) => severity === "error"),
          ...reportTimes(content.run, now),
        })),
      );
      const metadata = Object.assign({}, ...recorded.map(({ content }) => content.run.metadata ?? {})) as Record<
        string,
        string
      >;
      const status = await finishRun(transaction, {
        projectId,
        runId: run.id,
        // Without a build no other shard can find this run, so it is not waited for.
        shardTotal: query.build === undefined ? 1 : Math.max(...shards),
        startedAt: query.startedAt === undefined ? null : new Date(query.startedAt),
        metadata,
      });
      const problem = runProblem(status, recorded, query);
      if (problem !== null) {
        const target = { projectId, runId: run.id, uploadId: recorded[0]?.uploadId ?? 0, shard: null };
        await recordProblems(transaction, target, [{ ...problem, file: null, line: null }]);
      }
    }
  });
}

function runProblem(
  status: RunStatus,
  recorded: readonly Recorded[],
  query: UploadQuery,
): { severity: "error" | "warning"; reason: string } | null {
  const shard = recorded.find(({ content }) => content.run.shard !== undefined)?.content.run.shard;
  if (recorded.every(({ content }) => content.tests === 0) && status === "failed") {
    return {
      severity: "error",
      reason: "The report holds no tests, so the run counts as failed: nothing was checked.",
    };
  }
  if (shard !== undefined && shard.total > 1 && query.build === undefined) {
    const reason = `This is shard ${shard.current} of ${shard.total}. Send all shards with the same build id (--build) and they become one run.`;
    return { severity: "warning", reason };
  }
  return null;
}

async function withdrawAll(context: Context, projectId: number, runs: readonly RunInProgress[]): Promise<void> {
  for (const { uploadId } of runs.flatMap(({ recorded }) => recorded)) {
    try {
      await withdrawUpload(context.db, projectId, uploadId);
    } catch (error) {
      // The database is away: what is unfinished is taken back at the next start or by the next sweep.
      context.writer.givenUp.add(uploadId);
      context.log.warn({ err: error, uploadId }, "could not take back an unfinished upload yet");
    }
  }
}

async function uploadedRuns(
  context: Context,
  projectId: number,
  runs: readonly RunInProgress[],
): Promise<UploadedRun[]> {
  const answers: UploadedRun[] = [];
  for (const { run, recorded } of runs) {
    if (run === null) continue;
    const report = await reportById(context.db, projectId, run.id);
    if (report === null) continue;
    const { total, passed, failed, errored, skipped, flaky } = report.summary;
    const problems = recorded.flatMap(({ content }) => content.problems).slice(0, 100);
    const url = `${context.publicUrl()}/reports/${run.id}`;
    answers.push({
      reportId: run.id,
      number: run.number,
      url,
      suite: report.testSuite,
      status: report.status,
      total,
      passed,
      failed,
      errored,
      skipped,
      flaky,
      problems,
    });
  }
  return answers;
}

/** Removes what is left of an upload on our disk. */
export async function dropSpooled(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
