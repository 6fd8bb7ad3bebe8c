const width = 84;
const height = 24;

interface SparkLineProps {
  /** Oldest first. */
  readonly values: readonly number[];
  /** Values as text. */
  readonly label: string;
  /** Base name of a variable in `colors.css`. */
  readonly color: string;
  /** Value at the bottom. Defaults to the smallest one. */
  readonly from?: number;
}

/** Line chart without axes. */
export function SparkLine({ values, label, color, from = Math.min(...values) }: SparkLineProps) {
  const range = Math.max(...values, from) - from || 1;
  const step = values.length > 1 ? (width - 4) / (values.length - 1) : 0;
  const points = values.map(
    (value, index) => [2 + index * step, height - 3 - ((value - from) / range) * (height - 6)] as const,
  );
  const last = points.at(-1);
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      <title>{label}</title>
      <polyline
        points={points.map((point) => point.map((at) => at.toFixed(1)).join(",")).join(" ")}
        fill="none"
        stroke={`var(--${color})`}
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      {last !== undefined && <circle cx={last[0]} cy={last[1]} r={2} fill={`var(--${color})`} />}
    </svg>
  );
}
