import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";
import type { Context } from "#core/context.ts";
import type { Slot } from "#core/semaphore.ts";
import { unpackAllowance } from "#ingest/bundle/archive-guard.ts";
import { locationOf } from "#ingest/bundle/bundles.ts";
import { inspectAll, type Report } from "#ingest/bundle/inspect.ts";
import { planRuns } from "#ingest/bundle/plan.ts";
import { unpack } from "#ingest/bundle/unpack.ts";
import { artifactFiles } from "#ingest/spool/artifact-files.ts";
import type { SpooledFile } from "#ingest/spool/spool.ts";
import type { RejectedFile, UploadRequest, UploadPlan } from "./upload-request.ts";
import { rejected } from "./verdicts.ts";

/** Unpacks and inspects the files of an upload. */
export async function planUpload(
  context: Pick<Context, "config">,
  request: UploadRequest,
  slot: Slot,
): Promise<UploadPlan> {
  const { query } = request;
  const unpacked = await unpackAll(context, request, slot);
  const { reports, others, remains } = await inspectAll(unpacked.files, query, slot);
  const { firsts, copies } = withoutCopies(reports);
  const sized = [...request.files, ...others.map(({ file }) => file), ...reports.map(({ bundle }) => bundle)];
  return {
    runs: planRuns(firsts, query),
    others,
    artifacts: artifactFiles(others.map(({ file }) => file)),
    verdicts: [...request.rejected, ...unpacked.rejected].map(rejected).concat(copies, remains.map(rejected)),
    explained: new Set(remains.flatMap(({ files }) => files)),
    sizes: new Map(sized.map(({ name, bytes }) => [name, bytes])),
  };
}

async function unpackAll(
  { config }: Pick<Context, "config">,
  { files, spool }: UploadRequest,
  slot: Slot,
): Promise<{ readonly files: readonly SpooledFile[]; readonly rejected: readonly RejectedFile[] }> {
  const allowance = unpackAllowance(config.maxUploadBytes);
  const unpacked: Awaited<ReturnType<typeof unpack>>[] = [];
  for (const file of files) unpacked.push(await unpack(file, { spool, allowance, slot }));
  return { files: unpacked.flatMap((one) => one.files), rejected: unpacked.flatMap((one) => one.rejected) };
}

/** Separates the first of several reports with the same content and location from the others. */
function withoutCopies(reports: readonly Report[]): { firsts: Report[]; copies: FileVerdict[] } {
  const groups = Map.groupBy(reports, ({ bundle }) => `${bundle.hash} ${locationOf(bundle)}`);
  const firsts = [...groups.values()].map(([first]) => first as Report);
  const copies = reports.flatMap((report): FileVerdict[] => {
    const { bundle, format } = report;
    const [first] = groups.get(`${bundle.hash} ${locationOf(bundle)}`) as [Report];
    if (first === report) return [];
    const reason = `It has the same content as ${first.bundle.name}.`;
    return [{ ...rejected({ name: bundle.name, reason }), verdict: "duplicate", format: format.id }];
  });
  return { firsts, copies };
}
