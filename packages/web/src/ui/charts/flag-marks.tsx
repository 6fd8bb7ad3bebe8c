import type { ChartColor } from "./chart-item.ts";
import styles from "./flag-marks.module.css";
import { labelHeight, placeLabels } from "./place-labels.ts";

interface FlagMarksProps {
  readonly flags: readonly {
    readonly key: string;
    readonly x: number;
    readonly label: string;
    readonly color: ChartColor;
  }[];
  /** Upper edges of the rows for labels, in pixels. */
  readonly rows: readonly number[];
  readonly left: number;
  readonly right: number;
  /** Lower end of the lines. */
  readonly bottom: number;
}

const maxLetters = 40;

/** Events as flags with a line through the chart, and with a label if there is room. Flags without a label are in the last row. */
export function FlagMarks({ flags, rows, left, right, bottom }: FlagMarksProps) {
  const labels = placeLabels(
    flags.map(({ x, label }) => ({ x, text: label, ys: rows })),
    { left, right, maxLetters },
  );
  return flags.map(({ key, x, color }, index) => {
    const label = labels[index] ?? null;
    const y = label?.y ?? rows.at(-1) ?? 0;
    return (
      <g key={key}>
        <line className={styles["pole"]} stroke={`var(--${color})`} x1={x} x2={x} y1={y + 2} y2={bottom} />
        <path fill={`var(--${color})`} d={`M${x} ${y + 2}h7l-2.5 4l2.5 4h-7z`} />
        {label !== null && (
          <text
            className={styles["label"]}
            x={label.side === "right" ? x + 10 : x - 4}
            y={y + labelHeight - 3}
            textAnchor={label.side === "right" ? "start" : "end"}
          >
            {label.text}
          </text>
        )}
      </g>
    );
  });
}
