import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { framingOrigins } from "./artifact-origin.ts";
import type { Context } from "#core/context.ts";

// The package only exports its package.json, not the files of the viewer.
const playwright = dirname(createRequire(import.meta.url).resolve("playwright-core/package.json"));
const folder = join(playwright, "lib/vite/traceViewer");

/** Key events in a frame do not reach the page around it, but Escape must close the dialog that contains the viewer. */
const escape = `addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && parent !== self) parent.postMessage({ method: "escape" }, "*");
});`;
const viewer = readFileSync(join(folder, "index.html"), "utf8").replace("</body>", `<script>${escape}</script></body>`);

/**
 * Policy of Playwright's trace viewer under `/trace/`. The viewer can only read from this origin, regardless of its URL parameters. Its service
 * worker serves the recorded pages under a separate policy.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src 'self' ${inlineScripts(viewer)}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' data: blob:",
  "worker-src 'self'",
  "frame-src 'self' data:",
  "manifest-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

export async function serveTraceViewer(app: FastifyInstance, context: Pick<Context, "config" | "db">): Promise<void> {
  app.addHook("onSend", async (request, reply) => {
    if (reply.hasHeader("content-security-policy")) return;
    void reply.header(
      "content-security-policy",
      `${contentSecurityPolicy}; frame-ancestors ${framingOrigins(context, request)}`,
    );
  });
  app.get("/trace/index.html", (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(viewer),
  );
  await app.register(fastifyStatic, {
    root: folder,
    prefix: "/trace/",
    index: false,
    // The names of all other files contain a content hash.
    setHeaders: (response, path) => {
      const named = /(\.html|sw\.bundle\.js|manifest\.webmanifest|\.svg)$/.test(path);
      void response.header("cache-control", named ? "no-cache" : "public, max-age=31536000, immutable");
    },
  });
}

/** Returns the hashes of inline scripts in the page. */
function inlineScripts(html: string): string {
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)]
    .map(([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`)
    .join(" ");
}
