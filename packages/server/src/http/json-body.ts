import type { FastifyInstance } from "fastify";

/** Accepts JSON and an empty body, because some clients always declare JSON. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") done(null);
    else void parse(request, text, done);
  });
}
