import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ApiError } from "#core/api-error.ts";

/** Used by Fastify to check `content-length`. */
type Unpacked = Readable & { receivedEncodedLength?: number };

/**
 * Decompresses a body. Readers need their own limit, because the output may be a thousand times longer than the input.
 *
 * @throws ApiError `unsupported` for an unknown encoding.
 */
export function unpackedBody(body: Readable, headers: IncomingHttpHeaders): Unpacked {
  const packing = (headers["content-encoding"] ?? "").trim().toLowerCase();
  if (packing === "" || packing === "identity") return body;
  if (packing !== "gzip" && packing !== "x-gzip")
    throw new ApiError(
      "unsupported",
      "The content-encoding of the body is not supported. Send it uncompressed or as gzip. Nothing was stored.",
    );
  const unpacked: Unpacked = createGunzip();
  unpacked.receivedEncodedLength = 0;
  unpacked.on("error", (error) =>
    Object.assign(error, {
      statusCode: 400,
      message: "The body is not complete gzip data. Nothing was stored.",
    }),
  );
  body.on(
    "data",
    (chunk: Buffer) => (unpacked.receivedEncodedLength = (unpacked.receivedEncodedLength ?? 0) + chunk.length),
  );
  body.on("error", (error) => unpacked.destroy(error));
  // A pipeline would close the connection on an error before the response is sent.
  body.pipe(unpacked as Unpacked & NodeJS.WritableStream);
  return unpacked;
}
