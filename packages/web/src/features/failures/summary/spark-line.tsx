import { formatCount } from "#lib/format/format.ts";

const width = 84;
const height = 24;

/**
 * Line chart of failure counts in equal parts of the window, oldest first.
 * @param periodText Name of the window, such as `in 30 days`.
 */
export function SparkLine({ counts, periodText }: { readonly counts: readonly number[]; readonly periodText: string }) {
  const max = Math.max(...counts, 1);
  const step = counts.length > 1 ? (width - 4) / (counts.length - 1) : 0;
  const points = counts.map((count, index) => [2 + index * step, height - 3 - (count / max) * (height - 6)] as const);
  const last = points.at(-1);
  const label = `At most ${formatCount(Math.max(...counts, 0))} at a time ${periodText}, ${formatCount(counts.at(-1) ?? 0)} lately`;
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      <title>{label}</title>
      <polyline
        points={points.map((point) => point.map((at) => at.toFixed(1)).join(",")).join(" ")}
        fill="none"
        stroke="var(--failed)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      {last !== undefined && <circle cx={last[0]} cy={last[1]} r={2} fill="var(--failed)" />}
    </svg>
  );
}
