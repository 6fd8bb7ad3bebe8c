import type { FastifyInstance } from "fastify";

export interface RawRequest {
  readonly params: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly ip: string;
}

/** Content type of pages that the server renders itself. */
export const htmlType = "text/html; charset=utf-8";

/** Registers a POST route that receives its body as bytes, because a signature covers them, or because a form sends it. A text is sent as a page. */
export async function postRaw(
  app: FastifyInstance,
  path: string,
  bodyLimit: number,
  handle: (request: RawRequest) => Promise<object | string>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post(path, { bodyLimit }, async ({ params, headers, body, ip }, reply) => {
      const response = await handle({ params, headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), ip });
      return typeof response === "string" ? reply.type(htmlType).send(response) : response;
    });
  });
}
