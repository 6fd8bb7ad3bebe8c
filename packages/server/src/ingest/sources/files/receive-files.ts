import { formatBytes } from "@plumb/contract/figures.ts";
import { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { FastifyRequest } from "fastify";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import type { UploadReader } from "#ingest/record/upload-reader.ts";
import { safeName, spool, type SpooledFile, TooLarge } from "#ingest/spool/spool.ts";
import type { Spool } from "#ingest/spool/temporary-files.ts";
import { emptyFile, type RejectedFile } from "./upload-request.ts";

/** Contents of a request, up to its end or to an error. */
export interface ReceivedFiles {
  readonly files: readonly SpooledFile[];
  readonly rejected: readonly RejectedFile[];
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  /** `null` if everything was received. */
  readonly error: unknown;
}

type Part =
  | { readonly kind: "file"; readonly file: SpooledFile }
  | ({ readonly kind: "rejected" } & RejectedFile)
  | { readonly kind: "field"; readonly name: string; readonly value: string };

/** Folder for an upload's files, and the reads that start while they arrive. */
export interface FileReceiver {
  readonly spool: Spool;
  readonly reader: UploadReader;
}

const repeatedFields = new Set(["tag", "fact"]);

/** Receives the files of a request on disk. */
export async function receive(
  request: FastifyRequest,
  filename: string | undefined,
  receiver: FileReceiver,
  config: Context["config"],
): Promise<ReceivedFiles> {
  const parts: Part[] = [];
  let error: unknown = null;
  try {
    const arriving = request.isMultipart()
      ? receiveForm(request, receiver, config)
      : receiveBody(request, filename, receiver, config);
    for await (const part of arriving) parts.push(part);
  } catch (thrown) {
    error = thrown;
  }
  return {
    files: parts.flatMap((part) => (part.kind === "file" ? part.file : [])),
    rejected: parts.filter((part) => part.kind === "rejected"),
    fields: fieldsOf(parts.filter((part) => part.kind === "field")),
    error,
  };
}

async function* receiveForm(
  request: FastifyRequest,
  receiver: FileReceiver,
  config: Context["config"],
): AsyncGenerator<Part> {
  for await (const part of request.parts({ preservePath: true })) {
    if (part.type === "field") {
      const { fieldname: name, value } = part;
      if (typeof value === "string" && value !== "" && name !== "projectId" && Object.hasOwn(UploadQuery.shape, name))
        yield { kind: "field", name, value };
      continue;
    }
    // A part may be a file without a name.
    const name = safeName(part.filename || part.fieldname);
    if (name === null) {
      yield { kind: "rejected", name: "(unsafe name)", reason: "Its path points outside the upload." };
      part.file.resume();
    } else yield await receiveFile(part.file, name, receiver, config);
  }
}

/** Returns the values by name. Only tags and facts have several. */
function fieldsOf(fields: readonly (Part & { readonly kind: "field" })[]): ReceivedFiles["fields"] {
  const byName = [...Map.groupBy(fields, ({ name }) => name)].map(([name, same]) => {
    const values = same.map(({ value }) => value);
    return [name, repeatedFields.has(name) && values.length > 1 ? values : (values.at(-1) as string)] as const;
  });
  return Object.fromEntries(byName);
}

async function* receiveBody(
  request: FastifyRequest,
  filename: string | undefined,
  receiver: FileReceiver,
  config: Context["config"],
): AsyncGenerator<Part> {
  const declared = Number(request.headers["content-length"] ?? 0);
  const { maxUploadBytes } = config;
  if (declared > maxUploadBytes) {
    throw new ApiError(
      "too_large",
      `The file is larger than ${formatBytes(maxUploadBytes)}, the limit of this server (PLUMB_MAX_UPLOAD_BYTES). Nothing was stored.`,
    );
  }
  if (declared === 0 && request.headers["transfer-encoding"] === undefined) return;
  const name = safeName(filename ?? "report") ?? "report";
  yield await receiveFile(request.raw, name, receiver, config);
}

/** Rejects a file that is too large, but continues with the rest of the upload. */
async function receiveFile(
  source: NodeJS.ReadableStream,
  name: string,
  { spool: target, reader }: FileReceiver,
  { maxUploadBytes }: Context["config"],
): Promise<Part> {
  const watch = reader.watch(name);
  try {
    const file = await spool(source, name, target, maxUploadBytes, watch.piece);
    await watch.whole();
    return file.bytes === 0 ? { kind: "rejected", name, reason: emptyFile } : { kind: "file", file };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    source.resume();
    return { kind: "rejected", name, reason: error.message };
  }
}
