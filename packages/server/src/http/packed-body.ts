import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Failure } from "#core/failure.ts";

/** What Fastify holds against `content-length`. */
type Unpacked = Readable & { receivedEncodedLength?: number };

/**
 * A body as it was before it was packed on its way. Whoever reads it keeps to a limit of its own: it may be a thousand times as
 * long as what arrives.
 *
 * @throws Failure `unsupported` for a packing that is not read here.
 */
export function unpackedBody(body: Readable, headers: IncomingHttpHeaders): Unpacked {
  const packing = (headers["content-encoding"] ?? "").trim().toLowerCase();
  if (packing === "" || packing === "identity") return body;
  if (packing !== "gzip" && packing !== "x-gzip")
    throw new Failure(
      "unsupported",
      "The content-encoding of the body is not supported. Send it uncompressed or as gzip. Nothing was kept.",
    );
  const unpacked: Unpacked = createGunzip();
  unpacked.receivedEncodedLength = 0;
  unpacked.on("error", (error) =>
    Object.assign(error, {
      statusCode: 400,
      message: "The body is not complete gzip data. Nothing was kept.",
    }),
  );
  body.on(
    "data",
    (chunk: Buffer) => (unpacked.receivedEncodedLength = (unpacked.receivedEncodedLength ?? 0) + chunk.length),
  );
  body.on("error", (error) => unpacked.destroy(error));
  // Not as a pipeline: that would end the connection with what is wrong, before the answer.
  body.pipe(unpacked as Unpacked & NodeJS.WritableStream);
  return unpacked;
}
