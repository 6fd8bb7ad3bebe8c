import pixelmatch from "pixelmatch";
import { useEffect, useRef, useState } from "react";
import { formatCount } from "#lib/format/format.ts";
import styles from "./image-comparison.module.css";
import { withoutRedirect } from "#features/results/artifacts/fetch-artifact.ts";
import { ProblemNote } from "#features/results/artifacts/problem-note.tsx";

/** Larger pictures would use too much memory. */
const maxPixels = 40_000_000;
/** Same settings as Playwright's visual comparisons, which ignore anti-aliasing and invisible differences. */
const comparison = { threshold: 0.2, alpha: 0.12, diffColor: [220, 0, 140] } satisfies Parameters<typeof pixelmatch>[5];

type State =
  | { readonly kind: "drawing" }
  | { readonly kind: "drawn"; readonly differing: number; readonly total: number }
  | { readonly kind: "failed" | "too large" };

/** Differences between two pictures, computed in the browser because not every test tool creates a picture of them. */
export function DifferenceView({ expected, actual }: { readonly expected: string; readonly actual: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<State>({ kind: "drawing" });
  useEffect(() => {
    let current = true;
    const finish = (next: State) => {
      if (current) setState(next);
    };
    draw(expected, actual, () => (current ? canvas.current : null)).then(finish, () => finish({ kind: "failed" }));
    return () => {
      current = false;
    };
  }, [expected, actual]);
  return (
    <>
      {state.kind === "failed" && <ProblemNote problem="failed" />}
      {state.kind === "too large" && <p className={styles["note"]}>The images are too large to compare here.</p>}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `img` cannot be drawn on */}
      <canvas ref={canvas} className={styles["canvas"]} role="img" aria-label="Difference from the expected image" />
      <output className={styles["note"]}>{state.kind === "drawn" && sentence(state.differing, state.total)}</output>
    </>
  );
}

function sentence(differing: number, total: number): string {
  if (differing === 0) return "No visible differences.";
  const share = (differing / total) * 100;
  const percent = share < 0.01 ? "less than 0.01%" : `${share.toFixed(2)}%`;
  return `${formatCount(differing)} of ${formatCount(total)} pixels differ (${percent}).`;
}

async function draw(expected: string, actual: string, target: () => HTMLCanvasElement | null): Promise<State> {
  const [first, second] = await Promise.all([loaded(expected), loaded(actual)]);
  const width = Math.max(first.naturalWidth, second.naturalWidth);
  const height = Math.max(first.naturalHeight, second.naturalHeight);
  if (width * height > maxPixels) return { kind: "too large" };
  const difference = new ImageData(width, height);
  const [before, after] = [pixelsOf(first, width, height), pixelsOf(second, width, height)];
  const differing = pixelmatch(before, after, difference.data, width, height, comparison);
  const canvas = target();
  if (canvas === null) return { kind: "drawing" };
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.putImageData(difference, 0, 0);
  return { kind: "drawn", differing, total: width * height };
}

async function loaded(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = withoutRedirect(url);
  await image.decode();
  return image;
}

function pixelsOf(image: HTMLImageElement, width: number, height: number): Uint8ClampedArray {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("This browser does not provide a canvas.");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, width, height).data;
}
