import { Skeleton } from "@mantine/core";
import type { Artifact } from "@plumb/contract/runs/results.ts";
import styles from "#features/results/artifacts/artifact-gallery.module.css";
import { ProblemNote } from "#features/results/artifacts/problem-note.tsx";
import { TextView } from "./text-view.tsx";
import { useText } from "./use-text.ts";

/** Loads and shows a text or a log. */
export function TextPanel({ artifact, url }: { readonly artifact: Artifact; readonly url: string }) {
  const text = useText(artifact.id, url);
  return (
    <div className={styles["text"]} aria-busy={text.loading}>
      {text.pieces === undefined && text.problem === null && <Skeleton height={120} animate={false} />}
      {text.pieces !== undefined && (
        <TextView
          pieces={text.pieces}
          name={artifact.name}
          read={text.read}
          size={text.size}
          url={url}
          onMore={text.loading ? null : text.more}
        />
      )}
      {text.problem !== null && <ProblemNote problem={text.problem} onRetry={text.retry} />}
    </div>
  );
}
