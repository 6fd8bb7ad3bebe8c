import { posix } from "node:path";
import type { FastifyReply, FastifyRequest } from "#http/fastify.ts";
import type { Context } from "#http/context.ts";
import { Failure } from "#http/failure.ts";
import { artifactToServe } from "#store/artifacts.ts";

/** Shown in the browser. Everything else is a download: it could carry scripts, and here it would run as ours. */
const shownInline = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
  "video/webm",
  "video/mp4",
  "audio/mpeg",
  "audio/webm",
  "application/pdf",
]);

/** `GET /api/artifacts/:token`: the token is the permission, so that a link opens in a new tab and an `img` shows it. */
export async function serveArtifact(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.params as { token: string };
  const claim = context.signer.verify(token, context.clock());
  const ids = /^artifact:(\d+):(\d+)$/.exec(claim ?? "");
  if (ids === null) throw new Failure("forbidden", "This link has expired. Open the report again for a fresh one.");
  const projectId = Number(ids[1]);
  const artifact = await artifactToServe(context.db, projectId, Number(ids[2]));
  const whole = artifact === null ? null : await context.blobs.open(projectId, artifact.blobHash, { start: 0, end: 0 });
  if (artifact === null || whole === null) throw new Failure("not_found", "This file is no longer kept.");
  whole.stream.destroy();
  const { size } = whole;
  const range = readRange(request.headers.range, size);
  const content = await context.blobs.open(projectId, artifact.blobHash, range ?? undefined);
  if (content === null) throw new Failure("not_found", "This file is no longer kept.");
  const type = artifact.contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const text = type.startsWith("text/") || type === "application/json";
  const inline = shownInline.has(type) || text;
  reply
    // Text of any kind is shown as plain text: as HTML it would be a page.
    .header("content-type", text ? "text/plain; charset=utf-8" : inline ? type : "application/octet-stream")
    .header(
      "content-disposition",
      `${inline ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(fileName(artifact))}`,
    )
    .header(
      "content-security-policy",
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    )
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin")
    .header("cache-control", "private, max-age=1800, immutable")
    .header("accept-ranges", "bytes");
  if (range === null) return reply.header("content-length", size).send(content.stream);
  return reply
    .status(206)
    .header("content-range", `bytes ${range.start}-${range.end}/${size}`)
    .header("content-length", range.end - range.start + 1)
    .send(content.stream);
}

/** One range as browsers ask for it when a video is moved; anything else gets the whole file. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (match === null || size === 0) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : null;
}

function fileName({ name, path }: { name: string; path: string | null }): string {
  const base = path === null ? "" : posix.basename(path.replaceAll("\\", "/"));
  return base !== "" ? base : name;
}
