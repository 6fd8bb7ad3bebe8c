import type { Artifact } from "@plumb/contract/runs/results.ts";
import { lazy, Suspense, useState } from "react";
import { viewerOf } from "#features/results/artifacts/artifact-type.ts";
import { ArtifactImage } from "./artifact-image.tsx";
import { findComparisons } from "./comparisons.ts";

const ImageViewer = lazy(async () => ({ default: (await import("./image-viewer.tsx")).ImageViewer }));

/**
 * Returns the last picture of an attempt, which tools create on failure; `null` if there is none. Excludes comparisons.
 * Uses the order of steps, because files may arrive out of order during a live run.
 */
export function failurePicture(artifacts: readonly Artifact[]): Artifact | null {
  const pictures = artifacts.filter((artifact) => artifact.url !== null && viewerOf(artifact) === "image");
  const { others } = findComparisons(pictures);
  return others.toSorted((one, other) => madeIn(one) - madeIn(other)).at(-1) ?? null;
}

/** A picture without a step was created at the end of the test. */
function madeIn({ step = Number.MAX_SAFE_INTEGER }: Artifact): number {
  return step;
}

interface FailurePictureProps {
  readonly artifact: Artifact;
  /** All artifacts of the attempt, to browse in the viewer. */
  readonly artifacts: readonly Artifact[];
}

/** Picture of the page at the time of failure, next to the steps. */
export function FailurePicture({ artifact, artifacts }: FailurePictureProps) {
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const images = artifacts.filter((each) => each.url !== null && viewerOf(each) === "image");
  return (
    <>
      <ArtifactImage
        artifact={artifact}
        url={artifact.url ?? ""}
        caption={false}
        onOpen={() => setEnlarged(artifact.id)}
      />
      {enlarged !== null && (
        <Suspense>
          <ImageViewer images={images} shown={enlarged} onShow={setEnlarged} onClose={() => setEnlarged(null)} />
        </Suspense>
      )}
    </>
  );
}
