import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Refusal } from "@plumb/contract/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

const built = fileURLToPath(new URL("../../dist/packages/", import.meta.url));

/** Format of the list that scripts/pack.mjs writes. */
const Packed = z.array(
  z.object({
    file: z.string().regex(/^[\w-]+\.tgz$/),
    name: z.string(),
    version: z.string(),
    description: z.string(),
    bytes: z.number(),
    integrity: z.string(),
  }),
);
type Packed = z.infer<typeof Packed>;

/**
 * Serves the npm packages of this version, so that npm needs no registry. They are public, because npm does not sign in, and contain no secrets. Only
 * listed files are served.
 */
export function servePackages(app: FastifyInstance, folder: string = built): void {
  app.get("/packages", (_request, reply) => list(reply, folder));
  app.get("/packages/", (_request, reply) => list(reply, folder));
  app.get<{ Params: { file: string } }>("/packages/:file", async (request, reply) => {
    const packed = await listOf(folder);
    if (packed.length === 0) return refuse(reply, notBuilt);
    const requested = packed.find(({ file }) => file === request.params.file);
    if (requested === undefined)
      return refuse(
        reply,
        `This package does not exist. Available packages: ${packed.map(({ file }) => file).join(", ")}.`,
      );
    return send(request, reply, await readFile(join(folder, requested.file)));
  });
}

const notBuilt = "This server was started without its packages. Start Plumb with: npm start";

async function list(reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const packed = await listOf(folder);
  const data = packed.map(({ file, ...facts }) => ({ ...facts, path: `/packages/${file}` }));
  return reply.header("cache-control", "no-cache").send({ success: true, data });
}

/** Read on each request, because a build may replace the files while the server is running. */
async function listOf(folder: string): Promise<Packed> {
  const text = await readFile(join(folder, "packages.json"), "utf8").catch(() => "[]");
  return Packed.parse(JSON.parse(text));
}

function send(request: FastifyRequest, reply: FastifyReply, content: Buffer): FastifyReply {
  const etag = `"${createHash("sha256").update(content).digest("base64url")}"`;
  // npm caches responses by URL; without revalidation it would keep the old package after an upgrade of the server.
  void reply.header("etag", etag).header("cache-control", "no-cache");
  if (request.headers["if-none-match"] === etag) return reply.status(304).send();
  return reply.type("application/gzip").send(content);
}

function refuse(reply: FastifyReply, error: string): FastifyReply {
  const refusal: Refusal = { success: false, error, code: "not_found" };
  return reply.status(404).send(refusal);
}
