import type { IncomingHttpHeaders } from "node:http";
import { type Readable, Transform } from "node:stream";

/** Whether a body is a form with files; Fastify knows only once it has parsed the body. */
export function isForm(headers: IncomingHttpHeaders): boolean {
  return /^multipart\//i.test(headers["content-type"] ?? "");
}

/** Counts the bytes of a body. An error from `count` ends it, and the rest is dropped. */
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
  // Not as a pipeline: that would end the connection with what is wrong, before the answer.
  body.pipe(counted);
  counted.once("error", () => body.unpipe(counted).resume());
  return counted;
}
