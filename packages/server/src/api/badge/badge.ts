import { createHash } from "node:crypto";
import { readBadge } from "@plumb/contract/projects/badge.ts";
import { defaultMainBranches } from "@plumb/contract/projects/main-branches.ts";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import type { FastifyReply, FastifyRequest } from "#http/fastify.ts";
import { projectById } from "#store/projects/projects.ts";
import { branchState } from "#store/runs/branch-state.ts";
import { badgeSvg } from "./badge-svg.ts";

const maxAgeSeconds = 60;

/**
 * `GET /api/public/projects/:projectId/badge.svg`. Projects without a public badge are answered like projects that do not exist. A page of another
 * site may show the picture.
 */
export async function serveBadge(
  { db, clock }: Pick<Context, "clock" | "db">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const params = readBadge.params.safeParse(request.params);
  const query = readBadge.query.safeParse(request.query);
  const project = params.success && query.success ? await projectById(db, params.data.projectId) : null;
  if (project === null || project.settings.badge !== true)
    throw new ApiError("not_found", "There is no public badge at this address.");
  const branch = query.data?.branch || null;
  const { mainBranches = defaultMainBranches } = project.settings;
  const branches = branch === null ? [...mainBranches, ""] : [branch];
  const svg = badgeSvg(branch, await branchState(db, { projectId: project.id, branches, now: clock() }));
  const etag = `"${createHash("sha256").update(svg).digest("base64url").slice(0, 22)}"`;
  void reply
    .header("etag", etag)
    .header("cache-control", `public, max-age=${maxAgeSeconds}`)
    .header("cross-origin-resource-policy", "cross-origin");
  if (isKnown(request.headers["if-none-match"], etag)) return reply.status(304).send();
  return reply
    .header("content-type", "image/svg+xml; charset=utf-8")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("x-content-type-options", "nosniff")
    .send(svg);
}

/** A proxy that compresses the picture marks the tag as weak. */
function isKnown(header: string | undefined, etag: string): boolean {
  return (header ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");
}
