import type { IncomingHttpHeaders } from "node:http";
import { type Readable, Transform } from "node:stream";

/** Returns whether a body is a form with files. Fastify detects this only after parsing the body. */
export function isForm(headers: IncomingHttpHeaders): boolean {
  return /^multipart\//i.test(headers["content-type"] ?? "");
}

/** Counts the bytes of a body. An error from `count` ends the stream, and the rest is discarded. */
export function countedBody(body: Readable, count: (bytes: number) => void): Readable {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        count(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  body.on("error", (error) => counted.destroy(error));
  // A pipeline would close the connection on an error before the response is sent.
  body.pipe(counted);
  counted.once("error", () => body.unpipe(counted).resume());
  return counted;
}
