import type { FastifyRequest } from "fastify";
import { formatBytes } from "@plumb/contract/figures.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { limits } from "@plumb/formats/limits.ts";
import { contentTypeOf } from "@plumb/formats/text/content-type.ts";
import type { HeldBytes } from "#core/byte-budget.ts";
import type { Context } from "#core/context.ts";
import { storable } from "#core/text.ts";
import { spool, type SpooledFile, TooLarge } from "#ingest/spool/spool.ts";
import { openSpool, type Spool } from "#ingest/spool/temporary-files.ts";
import type { StoredFile } from "#ingest/sources/reportportal/launches/launch-state.ts";
import { incorrect, Refused } from "#ingest/sources/reportportal/refusals.ts";
import { storeContents } from "#runs/store-contents.ts";
import { read, type SaveLog, SaveLogs } from "#ingest/sources/reportportal/requests.ts";

type Receiving = Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log" | "spoolBudget" | "writer">;

export interface LogForm {
  readonly logs: readonly SaveLog[];
  /** File of each entry, in order; undefined for entries without one. */
  readonly files: readonly (StoredFile | undefined)[];
}

interface SentFile {
  readonly name: string;
  readonly contentType: string;
  readonly file: SpooledFile;
}

/** Name of the form part with the log entries. */
export const entriesPart = "json_request_part";

/**
 * Reads log entries and stores their files.
 *
 * @throws Refused
 */
export async function readLogForm(context: Receiving, projectId: number, request: FastifyRequest): Promise<LogForm> {
  const target = await openSpool(context, projectId);
  try {
    const { json, sent } = await readParts(context, request, target);
    if (json === undefined) throw incorrect(`The form has no part '${entriesPart}'.`);
    const logs = read(SaveLogs, Array.isArray(json) ? json : [json]);
    return { logs, files: await storeFiles(context, projectId, logs, sent) };
  } finally {
    await target.close();
  }
}

async function readParts(
  { config }: Receiving,
  request: FastifyRequest,
  target: Spool,
): Promise<{ json: unknown; sent: SentFile[] }> {
  const sent: SentFile[] = [];
  let json: unknown;
  for await (const part of request.parts()) {
    if (part.type === "field") continue;
    if (part.fieldname === entriesPart) {
      json = jsonOf(await textOf(part.file, request.heldBytes));
    } else {
      // A part can be a file because of its content type, without a file name.
      const filename = part.filename as string | undefined;
      const name = storable(cut(filename?.replaceAll(/\p{Cc}/gu, "") ?? "", 300)) || "file";
      const file = await spool(part.file, name, target, config.maxUploadBytes).catch((error: unknown) => {
        throw error instanceof TooLarge ? tooLarge(config.maxUploadBytes) : error;
      });
      sent.push({ name, contentType: part.mimetype, file });
    }
  }
  return { json, sent };
}

async function textOf(stream: AsyncIterable<Buffer>, held: HeldBytes | null): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > limits.reportportalBodyBytes) continue;
    held?.add(chunk.length);
    chunks.push(chunk);
  }
  if (bytes > limits.reportportalBodyBytes) throw tooLarge(limits.reportportalBodyBytes);
  return Buffer.concat(chunks).toString("utf8");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw incorrect(`The part '${entriesPart}' is not JSON.`);
  }
}

/** Matches files to entries by name. If several files have the same name, each entry gets the next one. */
async function storeFiles(
  context: Receiving,
  projectId: number,
  logs: readonly SaveLog[],
  sent: readonly SentFile[],
): Promise<(StoredFile | undefined)[]> {
  const byName = Map.groupBy(sent, ({ name }) => name);
  const named = logs.map(({ file }) => {
    const some = file?.name === undefined ? undefined : byName.get(file.name);
    const found = some === undefined || some.length < 2 ? some?.[0] : some.shift();
    // Empty files are ignored.
    return found?.file.bytes === 0 ? undefined : found;
  });
  const contents = named.flatMap((one) =>
    one === undefined ? [] : [{ hash: one.file.hash, bytes: one.file.bytes, from: one.file.path }],
  );
  const { refused, why } = await storeContents(context, projectId, contents);
  return named.map((one) => {
    if (one === undefined) return undefined;
    const { name, contentType, file } = one;
    const isVague = contentType === "" || contentType === "application/octet-stream";
    const isRefused = refused.has(file.hash);
    return {
      name,
      contentType: storable(cut(isVague ? contentTypeOf(name) : contentType, 200)),
      size: isRefused ? null : file.bytes,
      blobHash: isRefused ? null : file.hash,
      whyNot: isRefused ? why : "",
    };
  });
}

function tooLarge(max: number): Refused {
  return new Refused(413, 4002, `Binary data cannot be saved. It is larger than ${formatBytes(max)}.`);
}
