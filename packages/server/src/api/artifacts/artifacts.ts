import { posix } from "node:path";
import { type Presentation, presentContent } from "./present-content.ts";
import { framingOrigins } from "#http/artifact-origin.ts";
import { byteRange } from "#http/byte-range.ts";
import { contentDisposition } from "#http/content-disposition.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import type { FastifyReply, FastifyRequest } from "#http/fastify.ts";
import { attachmentToServe } from "#store/items/attachments.ts";
import { artifactToServe, type ServedArtifact } from "#store/results/artifacts.ts";

/** `GET /api/artifacts/:token`. The token authorises the request, so that links work in new tabs and in `img` elements. */
export async function serveArtifact(
  context: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const content = await claimed(context, request);
  const presentation = presentContent(content.artifact.contentType, "app");
  const { links } = context.blobs;
  if (links === null || !mayRedirect(presentation, request)) return send(content, presentation, request, reply);
  const link = await links.sign(content.projectId, content.artifact.blobHash, {
    contentType: presentation.contentType,
    contentDisposition: contentDisposition(presentation.disposition, fileName(content.artifact)),
    cacheControl,
  });
  return reply.header("cache-control", redirectCacheControl).redirect(link);
}

/**
 * Returns whether the bucket may send the content: pictures, videos and downloads. Text stays here, because pages read it with `fetch`, which would
 * need permissions of the bucket; they request pictures that they compute with in the same way (`redirect=false`). A link is signed for GET only.
 */
function mayRedirect({ contentType }: Presentation, { method, query }: FastifyRequest): boolean {
  const { redirect } = query as { redirect?: string };
  return method === "GET" && redirect !== "false" && !contentType.startsWith("text/");
}

type Needs = Pick<Context, "access" | "blobs" | "clock" | "db" | "log" | "signer">;

/** Browsers only: the links are secret. */
const cacheControl = "private, max-age=1800, immutable";
/** Shorter than the lifetime of the link. Until then, the browser uses the same link, and finds the file in its cache. */
const redirectCacheControl = "private, max-age=300";

/** `GET /artifacts/:token` on the second origin, where HTML is displayed. Only the app may frame it. */
export async function serveArtifactApart(
  context: Needs & Pick<Context, "config">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const content = await claimed(context, request);
  const presentation = presentContent(content.artifact.contentType, "apart");
  const contentSecurityPolicy = `${presentation.contentSecurityPolicy}; frame-ancestors ${framingOrigins(context, request)}`;
  return send(content, { ...presentation, contentSecurityPolicy }, request, reply);
}

/** `shared`: a file of a report, through a share link. */
const claimPattern = /^(?<kind>artifact|attachment|shared):(?<project>\d+):(?:(?<link>\d+):)?(?<id>\d+)$/;

interface Content {
  readonly projectId: number;
  readonly artifact: ServedArtifact;
  readonly size: number;
  readonly open: (range?: { start: number; end: number }) => ReturnType<Context["blobs"]["open"]>;
}

/**
 * Returns the artifact that a path token gives access to.
 *
 * @throws ApiError for a forged or expired token, or a deleted or damaged file.
 */
async function claimed(context: Needs, request: FastifyRequest): Promise<Content> {
  const { token } = request.params as { token: string };
  const claim = context.signer.verify(token, context.clock());
  const { kind, project, link, id } = claimPattern.exec(claim ?? "")?.groups ?? {};
  const projectId = Number(project);
  const isOver =
    link !== undefined &&
    !(await context.access.isShareLinkActive(context.db, projectId, Number(link), context.clock()));
  if (kind === undefined || isOver)
    throw new ApiError("forbidden", "This link has expired. Open its page again for a new one.");
  const find = kind === "attachment" ? attachmentToServe : artifactToServe;
  const artifact = await find(context.db, projectId, Number(id));
  if (artifact === null) throw removed();
  const open: Content["open"] = (range) => context.blobs.open(projectId, artifact.blobHash, range);
  const size = await context.blobs.size(projectId, artifact.blobHash);
  if (size === null) throw removed();
  if (artifact.size !== null && artifact.size !== size) {
    context.log.error(
      { projectId, hash: artifact.blobHash, size, expected: artifact.size },
      "a stored file is damaged",
    );
    throw new ApiError(
      "internal",
      "This file is damaged in the storage of the server. It has to be restored from a backup.",
    );
  }
  return { projectId, artifact, size, open };
}

async function send(
  { artifact, size, open }: Content,
  { contentType, disposition, contentSecurityPolicy }: Presentation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const range = byteRange(request.headers.range, size);
  if (range === "unsatisfiable") {
    return reply.status(416).header("content-range", `bytes */${size}`).header("accept-ranges", "bytes").send();
  }
  const content = await open(range === "whole" ? undefined : range);
  if (content === null) throw removed();
  reply
    .header("content-type", contentType)
    .header("content-disposition", contentDisposition(disposition, fileName(artifact)))
    .header("content-security-policy", contentSecurityPolicy)
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin")
    .header("cache-control", cacheControl)
    .header("accept-ranges", "bytes");
  if (range === "whole") return reply.header("content-length", size).send(content.stream);
  return reply
    .status(206)
    .header("content-range", `bytes ${range.start}-${range.end}/${size}`)
    .header("content-length", range.end - range.start + 1)
    .send(content.stream);
}

function removed(): ApiError {
  return new ApiError("not_found", "This file has been deleted.");
}

function fileName({ name, path }: { name: string; path: string | null }): string {
  const base = path === null ? "" : posix.basename(path.replaceAll("\\", "/"));
  return base !== "" ? base : name;
}
