import { Button, Skeleton } from "@mantine/core";
import type { Artifact } from "@plumb/contract/runs/results.ts";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { formatCount } from "#lib/format/format.ts";
import { ArtifactFile } from "./artifact-file.tsx";
import styles from "./artifact-gallery.module.css";
import { ArtifactImage } from "#features/results/images/artifact-image.tsx";
import { ArtifactMedia } from "./artifact-media.tsx";
import { type Viewer, viewerOf } from "./artifact-type.ts";
import { findComparisons } from "#features/results/images/comparisons.ts";

const ImageViewer = lazy(async () => ({
  default: (await import("#features/results/images/image-viewer.tsx")).ImageViewer,
}));
const ImageComparison = lazy(async () => ({
  default: (await import("#features/results/images/image-comparison.tsx")).ImageComparison,
}));

/** Number of pictures shown initially, because a test may create one per step. A click shows the rest. */
const firstVisible = 24;

interface ArtifactGalleryProps {
  /** Artifacts of the attempt in the order of the report. */
  readonly artifacts: readonly Artifact[];
  /** Its index. */
  readonly attempt: number;
}

/**
 * Artifacts of an attempt: visual comparisons, traces, pictures, other files, videos. `ArtifactAccess` provides the actions
 * available in the environment.
 */
export function ArtifactGallery({ artifacts, attempt }: ArtifactGalleryProps) {
  const [enlarged, setEnlarged] = useState<number | null>(null);
  if (artifacts.length === 0) return null;
  const {
    picture: pictures = [],
    recording: recordings = [],
    trace: traces = [],
    file: files = [],
  } = bySection(artifacts);
  const { comparisons, others } = findComparisons(pictures);
  return (
    <article className={styles["gallery"]} aria-label={`Artifacts of attempt ${attempt + 1}`}>
      {comparisons.map((comparison) => (
        <Suspense key={comparison.actual.id} fallback={<Skeleton height={320} animate={false} />}>
          <ImageComparison comparison={comparison} />
        </Suspense>
      ))}
      <Items label="Traces" className={styles["files"] ?? ""}>
        {traces.map((artifact) => (
          <ArtifactFile key={artifact.id} artifact={artifact} />
        ))}
      </Items>
      <Items label="Pictures" className={styles["pictures"] ?? ""}>
        {others.map((artifact) => (
          <ArtifactImage
            key={artifact.id}
            artifact={artifact}
            url={artifact.url ?? ""}
            onOpen={() => setEnlarged(artifact.id)}
          />
        ))}
      </Items>
      <Items label="Files" className={styles["files"] ?? ""}>
        {files.map((artifact) => (
          <ArtifactFile key={artifact.id} artifact={artifact} />
        ))}
      </Items>
      <Items label="Recordings" className={styles["pictures"] ?? ""}>
        {recordings.map((artifact) => (
          <ArtifactMedia key={artifact.id} artifact={artifact} url={artifact.url ?? ""} />
        ))}
      </Items>
      {enlarged !== null && (
        <Suspense>
          <ImageViewer images={others} shown={enlarged} onShow={setEnlarged} onClose={() => setEnlarged(null)} />
        </Suspense>
      )}
    </article>
  );
}

type Section = "picture" | "recording" | "trace" | "file";

/** Groups artifacts by section. Files that were not uploaded are listed as files. */
function bySection(artifacts: readonly Artifact[]): Partial<Record<Section, Artifact[]>> {
  const sections: Readonly<Partial<Record<Viewer, Section>>> = {
    image: "picture",
    video: "recording",
    audio: "recording",
    trace: "trace",
  };
  return Object.groupBy(artifacts, (artifact) =>
    artifact.url === null ? "file" : (sections[viewerOf(artifact)] ?? "file"),
  );
}

interface ItemsProps {
  readonly label: string;
  readonly className: string;
  readonly children: readonly ReactElement[];
}

function Items({ label, className, children: all }: ItemsProps) {
  const [full, setFull] = useState(false);
  if (all.length === 0) return null;
  const visible = full ? all : all.slice(0, firstVisible);
  return (
    <>
      <ul className={className} aria-label={label}>
        {visible.map((item) => (
          <li key={item.key}>{item}</li>
        ))}
      </ul>
      {visible.length < all.length && (
        <Button size="compact-sm" variant="default" onClick={() => setFull(true)}>
          {`Show all ${formatCount(all.length)} ${label.toLowerCase()}`}
        </Button>
      )}
    </>
  );
}
