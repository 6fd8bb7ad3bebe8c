import { ActionIcon, Modal } from "@mantine/core";
import type { Artifact } from "@plumb/contract/runs/results.ts";
import { IconArrowLeft, IconArrowRight, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { cut } from "#lib/format/format.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { ArtifactCaption } from "#features/results/artifacts/artifact-caption.tsx";
import styles from "./image-viewer.module.css";
import { ProblemNote } from "#features/results/artifacts/problem-note.tsx";
import { useLoadProblem } from "#features/results/artifacts/use-load-problem.ts";
import { nextZoom } from "./zoom.ts";

interface ImageViewerProps {
  /** Uploaded images that the viewer can show. */
  readonly images: readonly Artifact[];
  /** Id of the displayed image. */
  readonly shown: number;
  readonly onShow: (artifactId: number) => void;
  readonly onClose: () => void;
}

/** Full-window viewer of pictures. Arrow keys switch pictures, + and − zoom, 0 fits the window, Escape closes. */
export function ImageViewer({ images, shown, onShow, onClose }: ImageViewerProps) {
  useFocusBefore();
  // `null` fits the window.
  const [zoom, setZoom] = useState<number | null>(null);
  const index = images.findIndex(({ id }) => id === shown);
  const image = images[index];
  if (image === undefined) return null;
  const leaf = (step: number) => {
    const next = images[index + step];
    if (next === undefined) return;
    setZoom(null);
    onShow(next.id);
  };
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => leaf(-1),
    ArrowRight: () => leaf(1),
    "+": () => setZoom(nextZoom(zoom, 1)),
    "=": () => setZoom(nextZoom(zoom, 1)),
    "-": () => setZoom(nextZoom(zoom, -1)),
    "0": () => setZoom(null),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actions[event.key];
    // The arrow keys scroll a picture that is larger than the window.
    if (action === undefined || event.ctrlKey || event.metaKey || (zoom !== null && event.key.startsWith("Arrow")))
      return;
    event.preventDefault();
    action();
  };
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      onKeyDown={onKeyDown}
      title={`${cut(image.name, 100)} (${index + 1} of ${images.length})`}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
      classNames={{ content: styles["content"] ?? "", body: styles["body"] ?? "" }}
    >
      <div className={styles["tools"]}>
        <Tool label="Previous picture" disabled={index === 0} onClick={() => leaf(-1)}>
          <IconArrowLeft size={18} />
        </Tool>
        <Tool label="Next picture" disabled={index === images.length - 1} onClick={() => leaf(1)}>
          <IconArrowRight size={18} />
        </Tool>
        <Tool label="Zoom out" onClick={() => setZoom(nextZoom(zoom, -1))}>
          <IconZoomOut size={18} />
        </Tool>
        <button type="button" className={styles["zoom"]} onClick={() => setZoom(zoom === null ? 1 : null)}>
          {zoom === null ? "Fit" : `${Math.round(zoom * 100)}%`}
        </button>
        <Tool label="Zoom in" onClick={() => setZoom(nextZoom(zoom, 1))}>
          <IconZoomIn size={18} />
        </Tool>
        <ArtifactCaption artifact={image} />
      </div>
      <Picture key={image.id} image={image} url={image.url ?? ""} zoom={zoom} />
    </Modal>
  );
}

function Picture({
  image,
  url,
  zoom,
}: {
  readonly image: Artifact;
  readonly url: string;
  readonly zoom: number | null;
}) {
  const { problem, onError } = useLoadProblem(url);
  const [width, setWidth] = useState(0);
  if (problem !== null) return <ProblemNote problem={problem} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it
    <div className={styles["stage"]} tabIndex={0}>
      <img
        src={url}
        alt={cut(image.name, 100)}
        className={styles[zoom === null ? "fit" : "free"]}
        {...(zoom !== null && width > 0 && { style: { width: width * zoom } })}
        onLoad={(event) => setWidth(event.currentTarget.naturalWidth)}
        onError={onError}
      />
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tool({ label, disabled = false, onClick, children }: ToolProps) {
  return (
    <ActionIcon variant="default" size="md" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
