import { isIsolated } from "./present-content.ts";
import { artifactOrigin } from "#http/artifact-origin.ts";
import { callerOf } from "#http/caller.ts";
import type { Context } from "#core/context.ts";
import type { FastifyRequest } from "#http/fastify.ts";
import type { ArtifactLinks } from "#runs/present-artifact.ts";
import type { StoredArtifact } from "#store/results/artifacts.ts";

const linkLifetimeMs = 3_600_000;

/** Creates artifact links for the caller. They work for 60 to 90 minutes, without an authorization header. */
export function artifactLinks(
  context: Needs,
  request: FastifyRequest,
  projectId: number,
): (artifact: Pick<StoredArtifact, "id" | "kind" | "contentType" | "blobHash">) => ArtifactLinks {
  const caller = callerOf(request);
  // Files of a share link end with it.
  const claim = caller?.kind === "share" ? `shared:${projectId}:${caller.link.id}` : `artifact:${projectId}`;
  const linksOf = fileLinks(context, request, claim);
  return ({ blobHash, ...artifact }) => (blobHash === null ? { url: null, viewUrl: null } : linksOf(artifact));
}

/** Creates links like `artifactLinks`, for files of analysis items. */
export function attachmentLinks(
  context: Needs,
  request: FastifyRequest,
  projectId: number,
): (file: { readonly id: number; readonly contentType: string }) => { url: string; viewUrl: string | null } {
  const linksOf = fileLinks(context, request, `attachment:${projectId}`);
  return ({ id, contentType }) => linksOf({ id, contentType, kind: "other" });
}

type Needs = Pick<Context, "artifactPort" | "clock" | "config" | "db" | "signer">;

function fileLinks(context: Needs, request: FastifyRequest, claim: string) {
  const origin = artifactOrigin(context, request);
  // Rounded to the half hour, so that the URL stays the same and the browser can cache the file.
  const base = Math.floor(context.clock().getTime() / (linkLifetimeMs / 2)) * (linkLifetimeMs / 2);
  const expiresAt = new Date(base + 1.5 * linkLifetimeMs);
  return ({ id, kind, contentType }: Pick<StoredArtifact, "id" | "kind" | "contentType">) => {
    const token = context.signer.sign(`${claim}:${id}`, expiresAt);
    return {
      url: `/api/artifacts/${token}`,
      viewUrl: origin === null ? null : viewUrl(origin, token, kind, contentType),
    };
  };
}

function viewUrl(origin: string, token: string, kind: StoredArtifact["kind"], contentType: string): string | null {
  const file = `${origin}/artifacts/${token}`;
  if (kind === "trace") return `${origin}/trace/index.html?trace=${encodeURIComponent(file)}`;
  return isIsolated(contentType) ? file : null;
}
