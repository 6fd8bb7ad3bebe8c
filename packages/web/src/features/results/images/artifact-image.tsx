import type { Artifact } from "@plumb/contract/runs/results.ts";
import { useState } from "react";
import { cut } from "#lib/format/format.ts";
import { ArtifactCaption } from "#features/results/artifacts/artifact-caption.tsx";
import styles from "#features/results/artifacts/artifact-gallery.module.css";
import { ProblemNote } from "#features/results/artifacts/problem-note.tsx";
import { useLoadProblem } from "#features/results/artifacts/use-load-problem.ts";

interface ArtifactImageProps {
  readonly artifact: Artifact;
  readonly url: string;
  readonly onOpen: () => void;
  /** False if the name and the link of the file are shown elsewhere. */
  readonly caption?: boolean;
}

/** Thumbnail of a picture, which opens at full size. */
export function ArtifactImage({ artifact, url, onOpen, caption = true }: ArtifactImageProps) {
  const { problem, onError } = useLoadProblem(url);
  // Portrait pictures are taller, because they would be too narrow at the usual height.
  const [portrait, setPortrait] = useState(false);
  const name = cut(artifact.name, 100);
  return (
    <figure className={styles["figure"]}>
      {problem === null ? (
        <button type="button" className={styles["thumbnail"]} onClick={onOpen} aria-label={`Enlarge ${name}`}>
          <img
            src={url}
            alt={name}
            loading="lazy"
            decoding="async"
            data-portrait={portrait || undefined}
            onLoad={({ currentTarget: { naturalHeight, naturalWidth } }) =>
              setPortrait(naturalHeight > naturalWidth * 1.2)
            }
            onError={onError}
          />
        </button>
      ) : (
        <ProblemNote problem={problem} />
      )}
      {caption && (
        <figcaption>
          <ArtifactCaption artifact={artifact} />
        </figcaption>
      )}
    </figure>
  );
}
