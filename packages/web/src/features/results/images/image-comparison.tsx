import { SegmentedControl } from "@mantine/core";
import type { Artifact } from "@plumb/contract/runs/results.ts";
import { type ReactNode, use, useState } from "react";
import { cut } from "#lib/format/format.ts";
import { ArtifactAccess } from "#features/results/artifacts/artifact-access.ts";
import { ArtifactCaption } from "#features/results/artifacts/artifact-caption.tsx";
import type { Comparison } from "./comparisons.ts";
import styles from "./image-comparison.module.css";
import { DifferenceView } from "./difference-view.tsx";
import { Enlarge } from "./enlarge.tsx";
import { ProblemNote } from "#features/results/artifacts/problem-note.tsx";
import { useLoadProblem } from "#features/results/artifacts/use-load-problem.ts";

type Mode = "slider" | "side" | "overlay" | "difference" | "diff";

interface Size {
  readonly width: number;
  readonly height: number;
}

interface ImageComparisonProps {
  readonly comparison: Comparison;
  /** Names of the two pictures. */
  readonly labels?: PictureLabels;
}

interface PictureLabels {
  readonly expected: string;
  readonly actual: string;
}

const ofVisualTest: PictureLabels = { expected: "Expected", actual: "Actual" };

/** Two pictures, such as those of a failed visual comparison, as an overlay, side by side, or as their difference. */
export function ImageComparison({ comparison, labels = ofVisualTest }: ImageComparisonProps) {
  const { name, expected, actual, diff } = comparison;
  return (
    <figure className={styles["comparison"]} aria-label={`Comparison of ${cut(name, 100)}`}>
      <Compared
        comparison={comparison}
        labels={labels}
        action={
          <Enlarge name={cut(name, 100)}>
            <Compared comparison={comparison} labels={labels} />
          </Enlarge>
        }
      />
      <div className={styles["captions"]}>
        {[expected, actual, ...(diff === null ? [] : [diff])].map((artifact) => (
          <ArtifactCaption key={artifact.id} artifact={artifact} />
        ))}
      </div>
    </figure>
  );
}

interface ComparedProps extends Required<ImageComparisonProps> {
  readonly action?: ReactNode;
}

function Compared({ comparison, labels, action }: ComparedProps) {
  const { inline } = use(ArtifactAccess);
  const [mode, setMode] = useState<Mode>("slider");
  const [index, setLocation] = useState(50);
  const [sizes, setSizes] = useState<{ readonly expected?: Size; readonly actual?: Size }>({});
  const { name, expected, actual, diff } = comparison;
  const modes = [
    { value: "slider", label: "Slider" },
    { value: "side", label: "Side by side" },
    { value: "overlay", label: "Overlay" },
    // A page opened from disk cannot read the pixels of its pictures.
    ...(inline ? [{ value: "difference", label: "Difference" }] : []),
    ...(diff === null ? [] : [{ value: "diff", label: "Diff" }]),
  ];
  const frame = frameOf(sizes);
  const picture = (artifact: Artifact, which: "expected" | "actual", layer?: ReactNode) => (
    <Picture
      artifact={artifact}
      frame={frame}
      onSize={(size) => setSizes((known) => ({ ...known, [which]: size }))}
      caption={layer}
    />
  );
  return (
    <>
      <div className={styles["head"]}>
        <h3>{cut(name, 100)}</h3>
        <SegmentedControl
          size="xs"
          data={modes}
          value={mode}
          onChange={(value) => setMode(value as Mode)}
          aria-label="Comparison mode"
          className={styles["modes"] ?? ""}
        />
        {action}
      </div>
      <SizesNote sizes={sizes} labels={labels} />
      {(mode === "slider" || mode === "overlay") && (
        <div>
          <div className={styles["stack"]}>
            {picture(expected, "expected")}
            <div
              className={styles["above"]}
              style={mode === "slider" ? { clipPath: `inset(0 0 0 ${index}%)` } : { opacity: index / 100 }}
            >
              {picture(actual, "actual")}
            </div>
            {mode === "slider" && <div className={styles["line"]} style={{ left: `${index}%` }} aria-hidden />}
          </div>
          <label className={styles["slide"]}>
            <span aria-hidden>{labels.expected}</span>
            <input
              type="range"
              min={0}
              max={100}
              value={index}
              onChange={(event) => setLocation(Number(event.currentTarget.value))}
              aria-label={`Visible part of the ${(mode === "slider" ? labels.expected : labels.actual).toLowerCase()} image`}
            />
            <span aria-hidden>{labels.actual}</span>
          </label>
        </div>
      )}
      {mode === "side" && (
        <div className={styles["side"]}>
          {picture(expected, "expected", labels.expected)}
          {picture(actual, "actual", labels.actual)}
        </div>
      )}
      {mode === "difference" && <DifferenceView expected={expected.url ?? ""} actual={actual.url ?? ""} />}
      {mode === "diff" && diff !== null && <Picture artifact={diff} frame={null} />}
    </>
  );
}

interface PictureProps {
  readonly artifact: Artifact;
  /** Common size of both pictures; `null` while unknown, or if there is only one picture. */
  readonly frame: Size | null;
  readonly onSize?: (size: Size) => void;
  readonly caption?: ReactNode;
}

/** Picture aligned to the upper left corner of the common size, so that corresponding pixels overlap. */
function Picture({ artifact, frame, onSize, caption }: PictureProps) {
  const url = artifact.url ?? "";
  const { problem, onError } = useLoadProblem(url);
  const [own, setOwn] = useState<Size | null>(null);
  if (problem !== null) return <ProblemNote problem={problem} />;
  return (
    <figure className={styles["picture"]}>
      {caption !== undefined && <figcaption>{caption}</figcaption>}
      <div
        className={styles["frame"]}
        style={frame === null ? {} : { aspectRatio: `${frame.width} / ${frame.height}` }}
      >
        <img
          src={url}
          alt={cut(artifact.name, 100)}
          {...(frame !== null && own !== null && { style: { width: `${(own.width / frame.width) * 100}%` } })}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            setOwn({ width, height });
            onSize?.({ width, height });
          }}
          onError={onError}
        />
      </div>
    </figure>
  );
}

function SizesNote({
  sizes: { expected, actual },
  labels,
}: {
  readonly sizes: { readonly expected?: Size; readonly actual?: Size };
  readonly labels: PictureLabels;
}) {
  if (expected === undefined || actual === undefined) return null;
  if (expected.width === actual.width && expected.height === actual.height) return null;
  return (
    <p className={styles["note"]}>
      {`The sizes differ: ${labels.expected.toLowerCase()} ${expected.width} × ${expected.height}, ${labels.actual.toLowerCase()} ${actual.width} × ${actual.height}.`}
    </p>
  );
}

function frameOf({ expected, actual }: { readonly expected?: Size; readonly actual?: Size }): Size | null {
  if (expected === undefined || actual === undefined) return null;
  return { width: Math.max(expected.width, actual.width), height: Math.max(expected.height, actual.height) };
}
