import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Refusal } from "@plumb/contract/errors.ts";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { artifactOrigin } from "./artifact-origin.ts";
import { findShareLink } from "./caller.ts";
import { createSharePage } from "./share-preview.ts";
import type { Context } from "#core/context.ts";

const folder = fileURLToPath(new URL("../../../web/dist/", import.meta.url));

/**
 * Allows only own resources, and inline styles for widget positions. Report content is framed from its own origin. Pictures and videos may be
 * redirected to the storage.
 */
const contentSecurityPolicy = (framed: string | null, storage: string | undefined) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${storage === undefined ? "" : ` ${storage}`}`,
    `media-src 'self' blob:${storage === undefined ? "" : ` ${storage}`}`,
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-src ${framed ?? "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");

/** Serves the built web app. URLs that are neither a file nor part of the API return its page. */
export async function serveWebApp(app: FastifyInstance, context: Context): Promise<void> {
  const built = existsSync(`${folder}index.html`);
  app.addHook("onSend", async (request, reply) => {
    if (!reply.hasHeader("content-security-policy"))
      void reply.header(
        "content-security-policy",
        contentSecurityPolicy(artifactOrigin(context, request), context.blobs.links?.origin),
      );
    if (!reply.hasHeader("x-content-type-options")) void reply.header("x-content-type-options", "nosniff");
    const shared = isSharePage(request);
    if (shared) void reply.header("x-robots-tag", "noindex, nofollow, noarchive");
    void reply
      .header("referrer-policy", shared ? "no-referrer" : "same-origin")
      .header("cross-origin-opener-policy", "same-origin");
    // Sent only if the public URL uses https, because browsers remember it even if the server has no TLS later.
    if (context.config.publicUrl?.startsWith("https:") === true)
      void reply.header("strict-transport-security", "max-age=31536000");
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) {
      const refusal: Refusal = { success: false, error: "There is nothing at this address.", code: "not_found" };
      return reply.status(404).send(refusal);
    }
    if (!built) return reply.type("text/plain").send("The web app is not built. Start Plumb with: npm start\n");
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
  if (!built) return;
  const sharePage = createSharePage(`${folder}index.html`);
  app.get<{ Params: { token: string } }>("/s/:token", async (request, reply) => {
    void reply.header("cache-control", "no-cache");
    // Without a working link, and while the database is unavailable, the page shows an error.
    const link = await findShareLink(context, request, request.params.token).catch(() => null);
    if (link === null || link === undefined) return reply.sendFile("index.html");
    return reply.type("text/html; charset=utf-8").send(sharePage(link));
  });
  await app.register(fastifyStatic, {
    root: folder,
    // Registers one route per file. A single wildcard route would read the whole folder on every request to compare spellings; the thirty files of a
    // first page took 80 ms that way.
    wildcard: false,
    globIgnore: ["**/*.br", "**/*.gz"],
    // The build writes .br and .gz next to each file.
    preCompressed: true,
    // Files with a hash in their name never change; the page that links them does.
    setHeaders: (response, path) => {
      void response.header(
        "cache-control",
        path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      );
    },
  });
}

/** Returns true for the page of a share link. Its address contains the token, which must not be in search engines or in logs of other requests. */
function isSharePage({ url }: FastifyRequest): boolean {
  return /^\/s(\/|$)/.test(url);
}

/** Returns true for URLs that a user may have opened. A missing asset is not a page, so that an old page notices that it is outdated. */
function isPage(request: FastifyRequest): boolean {
  return (
    request.method === "GET" &&
    !/^\/(api|assets|packages|healthz|readyz|metrics|\.well-known)(\/|$|\?)/.test(request.url)
  );
}
