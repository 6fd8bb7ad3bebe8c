import { isWebAddress } from "@plumb/contract/text/web-address.ts";
import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";
import type { Context } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import type { Turn } from "#core/turns.ts";
import type { ArtifactFiles } from "#ingest/spool/artifact-files.ts";
import type { PlannedRun } from "#ingest/bundle/plan.ts";
import { withoutFormat } from "#ingest/bundle/inspect.ts";
import { noFacts } from "#ingest/record/gather.ts";
import type { Reading } from "#ingest/record/readers.ts";
import { recordReport } from "#ingest/record/recorder.ts";
import { announceJudged } from "#runs/announce-judged.ts";
import { keepContents } from "#runs/keep-contents.ts";
import type { RecordedUpload, RunInProgress, Upload } from "#ingest/sources/files/upload-in-progress.ts";
import { firstProblem, located, partialReason, rejected } from "#ingest/sources/files/verdicts.ts";
import type { SpooledBundle } from "#ingest/bundle/bundles.ts";
import type { Contents } from "#ingest/record/recorder.ts";
import { beginUpload, withdrawUpload } from "#store/ingest/uploads.ts";

/** Writes the reports of one run, and a verdict for each. A report of which nothing could be read leaves nothing. */
export async function recordRun(
  context: Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log" | "publicUrl" | "writer"> & Reading,
  upload: Upload,
  run: RunInProgress,
  { artifacts, turn, verdicts }: { artifacts: ArtifactFiles; turn: Turn; verdicts: FileVerdict[] },
): Promise<void> {
  const { projectId, query } = upload;
  const { planned } = run;
  const { exported } = planned;
  const now = context.clock();
  const newRun = {
    projectId,
    key: planned.key,
    build: query.build ?? exported?.build ?? null,
    suite: planned.suite,
    framework: planned.framework,
    environment: planned.environment,
    branch: query.branch ?? exported?.branch ?? null,
    commit: query.commit ?? exported?.commit ?? null,
    commitAuthor: query.commitAuthor ?? exported?.commitAuthor ?? null,
    targetBranch: query.targetBranch ?? null,
    pullRequest: query.pullRequest ?? exported?.pullRequest ?? null,
    ciUrl: query.ciUrl ?? webAddress(exported?.ciUrl),
    whole: planned.whole,
    startedAt: query.startedAt === undefined ? now : new Date(query.startedAt),
  };
  for (const report of planned.reports) {
    // Nothing is locked between two reports.
    await turn.pass();
    const { bundle, format } = report;
    const begun = await beginUpload(
      context.db,
      context.writer,
      newRun,
      {
        kind: bundle.kind,
        name: bundle.name,
        format: format.id,
        contentHash: Buffer.from(bundle.hash, "hex"),
        bytes: bundle.bytes,
        shard: report.run.shard?.current ?? null,
        arrival: upload.arrival,
      },
      now,
    );
    if (begun.kind === "in_progress") {
      throw new Failure(
        "upload_in_progress",
        `${bundle.name} is being received by another request at this moment. Try again in a few seconds.`,
      );
    }
    if (begun.kind === "no_project") {
      throw new Failure("not_found", "The project was deleted during this upload. Nothing was saved.");
    }
    if (begun.kind === "duplicate") {
      run.run ??= begun.run;
      run.duplicates.push(report);
      const { id, number } = begun.run;
      const reason = planned.whole
        ? `This report already exists as #${number}: ${context.publicUrl()}/reports/${id}. Nothing changed.`
        : `Report #${number} already has this file; nothing changed.`;
      verdicts.push({
        name: bundle.name,
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
    // Registered before writing, so that a failure in the middle is rolled back.
    const recorded: RecordedUpload = {
      report,
      uploadId: begun.uploadId,
      runId: begun.run.id,
      content: noFacts,
    };
    run.recorded.push(recorded);
    const tell = (change: "started" | "updated") =>
      context.bus.publish({ about: "run", change, projectId, reportId: begun.run.id });
    tell("started");
    if (run.recorded.length === 1) context.bus.publish({ about: "uploads", projectId });
    const { db, blobs } = context;
    const onBatch = () => tell("updated");
    const content = await recordReport(
      {
        db,
        blobs,
        target,
        contents: contentsOf(bundle, artifacts),
        keep: (contents) => keepContents(context, projectId, contents),
        onNotKept: ({ names, why }) => {
          for (const [hash, name] of names) run.notKept.set(hash, { name, why });
        },
        onBatch,
      },
      context.readers.read(bundle, format, await upload.headStarts.take(bundle, format)),
    );
    // What an exported report repeats was found in another file: this one is whole.
    const names = new Set([bundle.name, ...bundle.files.map(({ name }) => name)]);
    const broke = content.problems.find(
      ({ severity, file }) => severity === "incomplete" && file !== null && names.has(file),
    );
    // Where nothing was found in what has another format, the uploader did not know better.
    if (content.tests === 0 && (broke !== undefined || report.looksLike !== undefined)) {
      const judgement = await withdrawUpload(context.db, projectId, begun.uploadId, context.clock());
      if (judgement !== null) announceJudged(context, [judgement]);
      run.recorded.pop();
      const why = broke === undefined ? `No test was found in it as ${format.label}` : located(broke);
      const reason =
        report.looksLike === undefined ? why : `${why.replace(/\.$/, "")}.${withoutFormat(report.looksLike)}`;
      verdicts.push({ ...rejected(bundle.name, reason), format: format.id });
      continue;
    }
    run.run ??= begun.run;
    recorded.content = content;
    const verdict = broke === undefined ? "imported" : "partial";
    const reason =
      broke === undefined ? (firstProblem(content) ?? namingAdvice(planned)) : partialReason(broke, content.tests);
    verdicts.push({
      name: bundle.name,
      verdict,
      format: format.id,
      reportId: begun.run.id,
      tests: content.tests,
      reason,
    });
  }
}

/** Returns the files of the upload for this report. */
function contentsOf(bundle: SpooledBundle, artifacts: ArtifactFiles): Contents {
  const [report] = bundle.files;
  return {
    at: (path) => (report === undefined ? null : artifacts.match(report, path)),
    withHash: (hash) => artifacts.withHash(hash),
  };
}

/** Unrelated reports of one suite would be compared with each other. */
function namingAdvice({ isNamed, suite }: PlannedRun): string | null {
  if (isNamed) return null;
  return `The report has no suite name, so its suite is ${suite}. Send a name with it (--suite) to keep it apart from other suites.`;
}

/** Readers open links from reports, so only web addresses are accepted. */
function webAddress(text: string | undefined): string | null {
  return text !== undefined && isWebAddress(text) ? text : null;
}
