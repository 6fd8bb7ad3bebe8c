import type { FastifyInstance } from "fastify";

export interface RawRequest {
  readonly params: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly ip: string;
}

/** Registers a POST route that receives its body as bytes, because a signature covers them. */
export async function postRaw(
  app: FastifyInstance,
  path: string,
  bodyLimit: number,
  handle: (request: RawRequest) => Promise<object>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post(path, { bodyLimit }, ({ params, headers, body, ip }) =>
      handle({ params, headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), ip }),
    );
  });
}
