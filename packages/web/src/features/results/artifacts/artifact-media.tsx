import type { Artifact } from "@plumb/contract/runs/results.ts";
import { cut } from "#lib/format/format.ts";
import { ArtifactCaption } from "./artifact-caption.tsx";
import styles from "./artifact-gallery.module.css";
import { viewerOf } from "./artifact-type.ts";
import { ProblemNote } from "./problem-note.tsx";
import { useLoadProblem } from "./use-load-problem.ts";

/** Recording with the controls of the browser. It does not start automatically. */
export function ArtifactMedia({ artifact, url }: { readonly artifact: Artifact; readonly url: string }) {
  const { problem, onError } = useLoadProblem(url);
  const common = {
    src: url,
    controls: true,
    preload: "metadata",
    "aria-label": cut(artifact.name, 100),
    onError,
  } as const;
  return (
    <figure className={styles["figure"]}>
      {problem !== null && <ProblemNote problem={problem} />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- recordings of a browser have no speech */}
      {problem === null && (viewerOf(artifact) === "video" ? <video {...common} /> : <audio {...common} />)}
      <figcaption>
        <ArtifactCaption artifact={artifact} />
      </figcaption>
    </figure>
  );
}
