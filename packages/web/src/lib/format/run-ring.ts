import type { Report } from "@plumb/contract/runs/reports.ts";

/** Progress of a run at a glance: the ring on the page and in the tab of the browser, and the title. */
export interface RunRingState {
  /** Decided tests of those that are known, from 0 to 1; `null` if it is unknown how many follow. */
  readonly share: number | null;
  readonly failures: number;
  readonly hasEnded: boolean;
  /** Failed as soon as a test has failed. Running before the first result, because nothing has passed yet. */
  readonly tone: "failed" | "passed" | "running";
}

/** Returns how far a run is, and its failed and errored tests. */
export function runRing({ status, summary, progress }: Pick<Report, "progress" | "status" | "summary">): RunRingState {
  const failures = summary.failed + summary.errored;
  const decided = failures + summary.passed + summary.skipped;
  const expected = progress?.expected ?? 0;
  const hasEnded = status !== "running";
  return {
    share: hasEnded ? 1 : expected > decided ? decided / expected : null,
    failures,
    hasEnded,
    tone:
      failures > 0 || status === "failed" || status === "interrupted" ? "failed" : decided > 0 ? "passed" : "running",
  };
}

/** Returns `43%`, never 100% before the end; `null` if the share is unknown. */
export function shareText({ share }: RunRingState): string | null {
  return share === null ? null : `${Math.floor(100 * share)}%`;
}

/** Returns `(3 ✕) Web shop #122 · 43%`, for the tab of the browser. */
export function ringTitle(title: string, ring: RunRingState): string {
  const share = ring.hasEnded ? null : shareText(ring);
  return `${ring.failures > 0 ? `(${ring.failures} ✕) ` : ""}${title}${share === null ? "" : ` · ${share}`}`;
}

/** The status colours of the app. The icon of a tab cannot use its variables. */
const colors = { failed: "#ef4444", passed: "#10b981", running: "#3b82f6" } as const;

const radius = 7.5;
const length = 2 * Math.PI * radius;

/**
 * Returns an icon of 20 × 20 units as SVG: a ring that is red as soon as a test has failed, and green after results without failures. Failures also
 * have a cross, and a passed run a tick, so that the colour is not needed.
 */
export function ringIcon({ share, hasEnded, tone }: RunRingState): string {
  const color = colors[tone];
  const mark = tone === "failed" ? "M7 7l6 6m0-6l-6 6" : hasEnded ? "M6.5 10.5l2.5 2.5 4.5-5.5" : "";
  // Dashes, because a whole ring would look like the end.
  const dashes = share === null ? "3 2.24" : `${(length * share).toFixed(2)} ${length.toFixed(2)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="none" stroke-width="4.5">`,
    `<circle cx="10" cy="10" r="${radius}" stroke="#8a8994" stroke-opacity=".45"/>`,
    `<circle cx="10" cy="10" r="${radius}" stroke="${color}" stroke-dasharray="${dashes}" transform="rotate(-90 10 10)"/>`,
    mark === "" ? "" : `<path d="${mark}" stroke="${color}" stroke-width="2.4" stroke-linecap="round"/>`,
    "</svg>",
  ].join("");
}
