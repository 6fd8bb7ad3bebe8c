import type { FastifyInstance } from "fastify";

/** Takes JSON, and nothing at all as no body: clients that always say they send JSON say so without a body too. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") done(null);
    else void parse(request, text, done);
  });
}
