import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Api, createApi } from "./api.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";

/** Registers endpoints whose body is a form with a file, which they read with `readFormFile`. */
export async function formRoutes(
  app: FastifyInstance,
  context: Context,
  routes: (api: Api<keyof Context>) => void,
): Promise<void> {
  await app.register(async (scope) => {
    // Endpoints have their own message for files that are too large.
    await scope.register(multipart, { throwFileSizeLimit: false });
    routes(createApi(scope, context));
  });
}

/**
 * Reads the file in a field of the form into memory; `null` if there is none.
 *
 * @throws ApiError `too_large` with the given message for a file of more than `maxBytes`.
 */
export async function readFormFile(
  request: FastifyRequest,
  field: string,
  limit: { readonly maxBytes: number; readonly message: string },
): Promise<Buffer | null> {
  return (await readFormUpload(request, field, limit))?.bytes ?? null;
}

/** A file from a form. Its name and type are not trustworthy. */
export interface FormUpload {
  readonly bytes: Buffer;
  readonly name: string;
  readonly contentType: string;
}

/** Reads a file like `readFormFile`, with its name and type. */
export async function readFormUpload(
  request: FastifyRequest,
  field: string,
  limit: { readonly maxBytes: number; readonly message: string },
): Promise<FormUpload | null> {
  if (!request.isMultipart()) return null;
  const limits = { fileSize: limit.maxBytes, files: 5, parts: 20, fieldSize: 10_000 };
  for await (const part of request.parts({ limits })) {
    if (part.type !== "file") continue;
    if (part.fieldname !== field) {
      part.file.resume();
      continue;
    }
    const bytes = await part.toBuffer();
    if (part.file.truncated) throw new ApiError("too_large", limit.message);
    const name = part.filename
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, "")
      .slice(0, 200);
    return { bytes, name: name === "" ? "file" : name, contentType: part.mimetype.slice(0, 200) };
  }
  return null;
}
