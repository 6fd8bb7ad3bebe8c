import { VisuallyHidden } from "@mantine/core";
import type { Step } from "@plumb/contract/runs/results.ts";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useMemo, useRef, useState } from "react";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { counted, cut, formatCount, formatSeconds } from "#lib/format/format.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { aroundFailures, barWidth, stepTimeline, type TimelineStep, unfolded } from "./step-timeline.ts";
import styles from "./step-timeline-dialog.module.css";

const rowHeight = { wide: 36, narrow: 58 } as const;
const maxIndent = 8;

interface StepTimelineViewProps {
  readonly steps: readonly Step[];
  /** Whether the bar is below the name. */
  readonly narrow: boolean;
}

/** Metrics, legend and bars of the steps. Only visible steps are rendered, because there may be thousands. */
export function StepTimelineView({ steps, narrow }: StepTimelineViewProps) {
  const timeline = useMemo(() => stepTimeline(steps), [steps]);
  const [open, setOpen] = useState(() => aroundFailures(timeline));
  const visible = useMemo(() => unfolded(timeline, open), [timeline, open]);
  const toggle = useCallback(
    (index: number) =>
      setOpen((before) => {
        const after = new Set(before);
        if (!after.delete(index)) after.add(index);
        return after;
      }),
    [],
  );
  const nested = steps.length - timeline.outermost;
  if (steps.length === 0) return <EmptyState title="No steps were recorded for this attempt." />;
  return (
    <>
      <dl className={styles["figures"]}>
        <Figure
          name="Total"
          value={formatSeconds(timeline.totalMs, 3)}
          hint="Total of the top-level steps, including the time of nested steps."
        />
        <Figure name="Steps" value={formatCount(timeline.outermost)} hint={nestedText(nested)} />
        <Figure name="Fastest" value={formatSeconds(timeline.fastest?.duration ?? null, 3)} step={timeline.fastest} />
        <Figure name="Slowest" value={formatSeconds(timeline.slowest?.duration ?? null, 3)} step={timeline.slowest} />
        <Figure
          name="Average"
          value={formatSeconds(timeline.averageMs, 3)}
          hint="Total ÷ number of top-level steps with a duration"
        />
      </dl>
      <div className={styles["legend"]}>
        <ul aria-label="Legend">
          <li data-status="passed">Passed</li>
          <li data-status="failed">Failed</li>
          <li data-status="skipped">Other</li>
        </ul>
        {nested > 0 && (
          <button
            type="button"
            className={styles["all"]}
            onClick={() => setOpen(open.size > 0 ? new Set() : new Set(steps.keys()))}
          >
            {open.size > 0 ? "Hide nested steps" : `Show ${counted(nested, "nested step")}`}
          </button>
        )}
      </div>
      {timeline.totalMs === null && <p className={styles["note"]}>No durations for these steps.</p>}
      <Rows
        rows={visible}
        steps={timeline.steps}
        slowestMs={timeline.slowest?.duration ?? null}
        open={open}
        narrow={narrow}
        onToggle={toggle}
      />
    </>
  );
}

function nestedText(nested: number): string {
  return nested === 0 ? "No nested steps" : `Top-level steps; ${formatCount(nested)} more are nested in them`;
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly hint?: string;
  readonly step?: Step | null;
}

function Figure({ name, value, hint, step }: FigureProps) {
  const title = step === undefined || step === null ? hint : nameOf(step);
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>
        {value}
        {step !== undefined && step !== null && <small>{nameOf(step)}</small>}
      </dd>
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly number[];
  readonly steps: readonly TimelineStep[];
  readonly slowestMs: number | null;
  readonly open: ReadonlySet<number>;
  readonly narrow: boolean;
  readonly onToggle: (index: number) => void;
}

function Rows({ rows, steps, slowestMs, open, narrow, onToggle }: RowsProps) {
  const scroller = useRef<HTMLElement>(null);
  const height = narrow ? rowHeight.narrow : rowHeight.wide;
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and its values stay in this component
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (row) => rows[row] ?? row,
    overscan: 10,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <section ref={scroller} className={styles["scroller"]} tabIndex={0} aria-label="Step timeline">
      <ol className={styles["steps"]} style={{ height: virtualizer.getTotalSize() }} aria-label="Steps">
        {virtualizer.getVirtualItems().map(({ key, index: row, start }) => {
          const index = rows[row] ?? 0;
          const placed = steps[index];
          if (placed === undefined) return null;
          return (
            <li
              key={key}
              className={narrow ? styles["narrow"] : undefined}
              style={{ height, transform: `translateY(${start}px)` }}
              aria-setsize={rows.length}
              aria-posinset={row + 1}
            >
              <Fold placed={placed} index={index} open={open.has(index)} onToggle={onToggle} />
              <StepFacts placed={placed} slowestMs={slowestMs} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface FoldProps {
  readonly placed: TimelineStep;
  readonly index: number;
  readonly open: boolean;
  readonly onToggle: (index: number) => void;
}

function Fold({ placed, index, open, onToggle }: FoldProps) {
  const inside = placed.end - index - 1;
  const indent = { marginLeft: Math.min(placed.level, maxIndent) * 14 };
  if (inside === 0) return <span className={styles["fold"]} style={indent} />;
  const Icon = open ? IconChevronDown : IconChevronRight;
  return (
    <button
      type="button"
      className={styles["fold"]}
      style={indent}
      aria-expanded={open}
      aria-label={`${formatCount(inside)} nested in step ${placed.number}`}
      onClick={() => onToggle(index)}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}

function StepFacts({ placed, slowestMs }: { readonly placed: TimelineStep; readonly slowestMs: number | null }) {
  const { step, number } = placed;
  const width = barWidth(step.duration, slowestMs);
  const name = nameOf(step);
  return (
    <>
      <span className={styles["number"]}>{cut(number, 12)}</span>
      <span className={styles["name"]} title={name}>
        {name}
      </span>
      <StatusBadge outcome={step.status} className={styles["status"] ?? ""} />
      <span
        className={styles["track"]}
        title={width === null ? undefined : `${Math.round(width)}% of the slowest step`}
      >
        {width !== null && (
          <span className={styles["bar"]} data-status={step.status} style={{ width: `${width}%` }}>
            {width > 15 && <span aria-hidden>{`${Math.round(width)}%`}</span>}
            <VisuallyHidden>{`${Math.round(width)}% of the slowest step`}</VisuallyHidden>
          </span>
        )}
      </span>
      <span className={styles["seconds"]}>{formatSeconds(step.duration, 3)}</span>
    </>
  );
}

function nameOf(step: Step): string {
  return cut(stripAnsi(cut(step.title, 400)), 200);
}
