import type { FastifyRequest } from "fastify";
import { formatBytes } from "@plumb/contract/figures.ts";
import { limits } from "@plumb/formats/limits.ts";
import { contentTypeOf } from "@plumb/formats/text/content-type.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { storable } from "#core/text.ts";
import { disableIdleTimeout } from "#http/body-watch.ts";
import { unpackedBody } from "#http/packed-body.ts";
import { artifactKind } from "#ingest/spool/artifact-files.ts";
import { spool, TooLarge, type SpooledFile } from "#ingest/spool/spool.ts";
import { openSpool } from "#ingest/spool/temporary-files.ts";
import { publishRun } from "./record-batch.ts";
import { sourceEnded } from "./refusals.ts";
import { storeContents, liveFilesNotStored, storageAdvice } from "#runs/store-contents.ts";
import { addLiveProblems } from "#store/ingest/live-facts.ts";
import { addLiveFiles } from "#store/ingest/live-files.ts";
import { touchSource } from "#runs/sources/check-batches.ts";
import { nextState } from "#runs/sources/next-state.ts";
import type { LiveSource } from "#store/ingest/live-sources.ts";
import { streamKey } from "#store/ingest/live-tests.ts";
import { inTransaction } from "#store/in-transaction.ts";

/** Parameters of an artifact. */
export interface NamedFile {
  readonly test?: string | undefined;
  readonly attempt?: number | undefined;
  readonly step?: number | undefined;
  readonly name: string;
  readonly contentType?: string | undefined;
}

type Receiving = Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log" | "spoolBudget" | "writer">;

/**
 * Stores a file of a live run under its hash. Repeated calls change nothing.
 *
 * @throws ApiError `too_large` if the file or the project exceeds its limit, `conflict` if the source is completed.
 */
export async function receiveLiveArtifact(
  context: Receiving,
  source: LiveSource,
  named: NamedFile,
  request: FastifyRequest,
): Promise<{ sha256: string; size: number }> {
  if (nextState(source, { kind: "touch" }).kind === "ended") throw sourceEnded();
  const { maxUploadBytes } = context.config;
  if (Number(request.headers["content-length"] ?? 0) > maxUploadBytes) throw tooLarge(maxUploadBytes);
  const target = await openSpool(context, source.target.projectId);
  try {
    const file = await spool(unpackedBody(request.raw, request.headers), named.name, target, maxUploadBytes).catch(
      (error: unknown) => {
        throw error instanceof TooLarge ? tooLarge(maxUploadBytes) : error;
      },
    );
    disableIdleTimeout(request);
    if (file.bytes === 0) throw new ApiError("invalid", "The file is empty. Nothing was stored.");
    const content = { hash: file.hash, bytes: file.bytes, from: file.path };
    const { refused, why } = await storeContents(context, source.target.projectId, [content]);
    await recordFile(context, source, named, refused.size > 0 ? { why } : file);
    if (refused.size > 0) throw new ApiError("too_large", `This file was not kept, because ${why}. ${storageAdvice}`);
    return { sha256: file.hash, size: file.bytes };
  } finally {
    await target.close();
  }
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    "too_large",
    `The file is larger than ${formatBytes(maxBytes)}, the limit of this server (PLUMB_MAX_UPLOAD_BYTES). It was not stored.`,
  );
}

async function recordFile(
  { db, bus, clock }: Receiving,
  source: LiveSource,
  { test, attempt, step, name, contentType }: NamedFile,
  file: SpooledFile | { readonly why: string },
): Promise<void> {
  const described = { name: storable(name), contentType: storable(contentType ?? contentTypeOf(name)) };
  const artifact = {
    ...described,
    attempt: attempt ?? null,
    step: step ?? null,
    kind: artifactKind(described),
    path: null,
    ...("why" in file ? { size: null, blobHash: null } : { size: file.bytes, blobHash: file.hash }),
  };
  await inTransaction(db, async (transaction) => {
    const { target } = source;
    if (!(await touchSource(transaction, target, clock()))) throw sourceEnded();
    const key = test === undefined ? null : streamKey(test);
    const max = { ofTest: limits.artifactsPerTest, ofRun: limits.artifactsPerRun };
    const left = await addLiveFiles(transaction, target, [{ key, artifact }], max);
    if (left.length > 0)
      throw new ApiError("too_large", "The test or the run has the maximum number of files. This one was not stored.");
    if ("why" in file) {
      const reason = liveFilesNotStored(file.why);
      const problem = { severity: "warning" as const, file: null, line: null, reason };
      await addLiveProblems(transaction, target, [problem], limits.problemsPerReport);
    }
  });
  publishRun(bus, source, source.state === "idle" ? "started" : "updated");
}
