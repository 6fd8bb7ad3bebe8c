import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import { storable } from "#core/text.ts";
import { agoText } from "#ingest/uploads/outcome.ts";
import { otherOrigin } from "#ingest/record/other-origin.ts";
import { filesNotStored } from "#runs/store-contents.ts";
import { knownContents } from "#store/uploads/uploads.ts";
import type { Db } from "#store/db.ts";
import type { FoundProblem } from "#store/ingest/problems.ts";
import { frameworkVersions, originOfRun } from "#store/ingest/sources.ts";
import type { RunStatusChange } from "#runs/status/update-run-status.ts";
import { limitedVersion } from "./source-outcome.ts";
import { emptyFile, type RecordedReport, type RunResult, type UploadRequest } from "./upload-request.ts";

const noTests = "The report has no tests, so the run counts as failed: nothing was checked.";

/** Returns warnings about the run as a whole. */
export async function warningsOf(
  transaction: Db,
  request: UploadRequest,
  result: RunResult,
  { runId, isEmpty }: { readonly runId: number; readonly isEmpty: boolean },
): Promise<string[]> {
  const { projectId, query } = request;
  const { recorded } = result;
  const versions = await frameworkVersions(transaction, projectId, runId);
  const conflict = otherOrigin(query, await originOfRun(transaction, projectId, runId));
  return [
    ...emptyFiles(request),
    filesOfNoRoom(result),
    ...(await repeatedFiles(transaction, request, recorded)),
    conflict === null ? null : storable(conflict),
    missingShards(recorded, query) ?? (isEmpty ? null : versionProblem(versions, recorded)),
  ].filter((reason) => reason !== null);
}

/** Returns a problem if the whole run has no tests. Single shards may be empty. */
export function emptyProblem({ status, total }: RunStatusChange, recorded: readonly RecordedReport[]): FoundProblem[] {
  if (total > 0 || status !== "failed") return [];
  // An exported report already has this problem.
  if (recorded.some(({ content }) => content.problems.some(({ reason }) => reason === noTests))) return [];
  return [{ sourceId: recorded[0]?.sourceId ?? 0, severity: "error", file: null, reason: noTests }];
}

/** Returns a warning about empty report files, for example from a crashed process. Otherwise, their missing tests would go unnoticed. */
function emptyFiles({ rejected }: UploadRequest): string[] {
  const empty = rejected.filter(
    ({ name, reason }) => reason === emptyFile && /\.(?:xml|json|trx|ndjson|tap)$/i.test(name),
  );
  const [first, ...others] = empty;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` So are ${others.length} more files.`;
  return [
    storable(`${first.name} is empty.${more} The process that wrote it may have crashed, so tests may be missing.`),
  ];
}

/** Maximum number of files above the storage limit to list. Others are only counted. */
const maxNotRetained = 5;

/** Returns a warning about files above the project's storage limit. */
function filesOfNoRoom({ notStored }: RunResult): string | null {
  const [first] = notStored.values();
  if (first === undefined) return null;
  const names = [...notStored.values()].slice(0, maxNotRetained).map(({ name }) => name);
  return storable(filesNotStored(names, notStored.size, first.why));
}

/** Maximum number of files from an earlier build to list. Others are only counted. */
const maxRepeatedFiles = 5;

/** Returns warnings about files that another report already contains, because a workspace may still contain files from an earlier build. */
async function repeatedFiles(
  transaction: Db,
  { projectId, upload }: UploadRequest,
  recorded: readonly RecordedReport[],
): Promise<string[]> {
  const names = new Map(recorded.map(({ report: { bundle } }) => [bundle.hash, bundle.name]));
  const known = await knownContents(transaction, projectId, [...names.keys()].slice(0, 500), upload.id);
  const others = known.filter(({ run }) => run.id !== recorded[0]?.run.id);
  const named = others
    .slice(0, maxRepeatedFiles)
    .map(({ hash, run, agoMs }) =>
      storable(
        `${names.get(hash)} is the same file as in report #${run.number}, ${agoText(agoMs)} earlier. Its tests count. If they did not run again, delete the file before the next build.`,
      ),
    );
  const more = others.length - named.length;
  return more <= 0 ? named : [...named, `${more} more files are the same as in earlier reports.`];
}

function missingShards(recorded: readonly RecordedReport[], query: UploadQuery): string | null {
  const shard = recorded.find(({ content }) => content.run.shard !== undefined)?.content.run.shard;
  const shards = new Set(recorded.map(({ content }) => content.run.shard?.current ?? 0));
  if (shard === undefined || shards.size >= shard.total || query.build !== undefined) return null;
  return `This is shard ${shard.current} of ${shard.total}. Send all shards with the same build id (--build) and they become one run.`;
}

/** Returns a warning if a different version wrote this upload than the rest of the run. */
function versionProblem(versions: readonly string[], recorded: readonly RecordedReport[]): string | null {
  const brought = new Set(recorded.map(({ content }) => limitedVersion(content.run.frameworkVersion)));
  if (versions.length < 2 || versions.every((version) => !brought.has(version))) return null;
  return `The parts of this run were written by different versions: ${versions.join(", ")}. All of them were read, but the same tests may count differently.`;
}
