import type { Artifact } from "@plumb/contract/runs/results.ts";
import type { RunFile } from "#store/results/artifacts.ts";

/** URL of an artifact's content, and of a page that displays it. */
export type ArtifactLinks = Pick<Artifact, "url" | "viewUrl">;

/** @param firstAttempt Index of the first attempt of the artifact's generation among all displayed attempts. */
export function presentArtifact<Stored extends RunFile & { readonly step?: number | null }>(
  artifact: Stored,
  firstAttempt: number,
  linksOf: (artifact: Stored) => ArtifactLinks,
): Artifact {
  return {
    id: artifact.id,
    attempt: artifact.attempt === null ? null : firstAttempt + artifact.attempt,
    ...(typeof artifact.step === "number" && { step: artifact.step }),
    name: artifact.name,
    filename: artifact.name,
    type: artifact.kind,
    kind: artifact.kind,
    contentType: artifact.contentType,
    size: artifact.size,
    ...linksOf(artifact),
  };
}
