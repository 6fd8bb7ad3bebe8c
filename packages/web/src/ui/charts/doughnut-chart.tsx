import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ChartFrame } from "./chart-frame.tsx";
import { type ColoredItem, shareText } from "./chart-item.ts";
import { ChartTooltip, type Spot } from "./chart-tooltip.tsx";
import { ItemText } from "./item-text.tsx";
import styles from "./charts.module.css";

interface DoughnutChartProps {
  /** Accessible description of the chart. */
  readonly label: string;
  /** In clockwise order from the top. Each slice shows its count and share. */
  readonly slices: readonly Omit<ColoredItem, "text">[];
  /** Number in the centre, with its label. */
  readonly center?: { readonly figure: string; readonly word: string } | undefined;
  readonly empty: string;
}

/** Pixels by which the active slice moves outwards. */
const activeOffset = 6;
/** Pixels. */
const outerRadius = 60;
const innerRadius = 46;
/** Pixels, without the legend. */
const height = 2 * (outerRadius + activeOffset);
/** Keeps small values visible. */
const minShare = 0.01;

/** Doughnut chart with names and counts below. Slices and names are links with the count and share as tooltips. */
export function DoughnutChart({ label, slices, center, empty }: DoughnutChartProps) {
  const [active, setActive] = useState<number | null>(null);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const items = slices.map((slice) => ({ ...slice, text: `${slice.label}: ${shareText(slice.value, total)}` }));
  const activeOn = (index: number) => ({
    onMouseEnter: () => setActive(index),
    onMouseLeave: () => setActive(null),
  });
  return (
    <div>
      <ChartFrame label={label} height={height} empty={total === 0 ? empty : undefined}>
        {(width) => <Ring {...{ items, active, activeOn, width, center }} />}
      </ChartFrame>
      <ul className={styles["legend"]} aria-label={label}>
        {total > 0 &&
          items.map((item, index) => (
            <li key={item.label}>
              <ItemText
                item={item}
                className={styles["name"]}
                title={item.text}
                data-active={active === index}
                {...activeOn(index)}
                onFocus={() => setActive(index)}
                onBlur={() => setActive(null)}
              >
                <i style={{ background: `var(--${item.color})` }} aria-hidden />
                {item.label} <b>{item.value.toLocaleString("en-US")}</b>
              </ItemText>
            </li>
          ))}
      </ul>
    </div>
  );
}

interface RingProps extends Pick<DoughnutChartProps, "center"> {
  readonly items: readonly ColoredItem[];
  readonly active: number | null;
  readonly activeOn: (index: number) => { readonly onMouseEnter: () => void; readonly onMouseLeave: () => void };
  readonly width: number;
}

/** Slices with the text in their centre. Their links are only for the pointer: those of the legend are the same. */
function Ring({ items, active, activeOn, width, center }: RingProps) {
  const arcs = arcsOf(items.map(({ value }) => value));
  const arc = active === null ? undefined : arcs[active];
  const middle = arc === undefined ? undefined : pointOf((arc.from + arc.to) / 2, (innerRadius + outerRadius) / 2);
  return (
    <>
      <svg className={styles["drawing"]} viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`} aria-hidden>
        {items.map(({ label, color, link }, index) => {
          const { from, to } = arcs[index] ?? { from: 0, to: 0 };
          const offset = pointOf((from + to) / 2, index === active ? activeOffset : 0);
          const slice = (
            <path
              // A full ring has no seam.
              className={to - from < 1 ? styles["slice"] : undefined}
              d={slicePath(from, to)}
              fill={`var(--${color})`}
              transform={`translate(${offset.x} ${offset.y})`}
              {...activeOn(index)}
            />
          );
          return link === undefined ? (
            <g key={label}>{slice}</g>
          ) : (
            <Link key={label} {...link} tabIndex={-1}>
              {slice}
            </Link>
          );
        })}
      </svg>
      {center !== undefined && (
        <p className={styles["center"]}>
          <strong>{center.figure}</strong>
          <span>{center.word}</span>
        </p>
      )}
      {middle !== undefined && active !== null && (
        <ChartTooltip
          text={items[active]?.text ?? ""}
          at={{ x: width / 2 + middle.x, y: height / 2 + middle.y }}
          width={width}
        />
      )}
    </>
  );
}

/** Returns the start and end of each slice, as shares of the ring. */
function arcsOf(values: readonly number[]) {
  const total = values.reduce((sum, value) => sum + value, 0);
  const shares = values.map((value) => (value === 0 ? 0 : Math.max(minShare, value / total)));
  const sum = shares.reduce((before, share) => before + share, 0);
  let end = 0;
  return shares.map((share) => ({ from: end, to: (end += share / sum) }));
}

/** Returns a point on a circle around the centre of the ring, clockwise from the top. */
function pointOf(share: number, radius: number): Spot {
  const angle = 2 * Math.PI * share;
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
}

/** Returns the outline of a slice. Each arc has two halves, because a single arc cannot be a full circle. */
function slicePath(from: number, to: number): string {
  if (from === to) return "";
  const half = (from + to) / 2;
  const [outer, inner] = [`A${outerRadius} ${outerRadius} 0 0 1 `, `A${innerRadius} ${innerRadius} 0 0 0 `];
  const [start, middle, end] = [from, half, to].map((share) => text(pointOf(share, outerRadius)));
  const back = [to, half, from].map((share) => text(pointOf(share, innerRadius))).join(inner);
  return `M${start}${outer}${middle}${outer}${end}L${back}Z`;
}

function text({ x, y }: Spot): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}
