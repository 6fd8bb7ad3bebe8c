import { VisuallyHidden } from "@mantine/core";
import type { Artifact, Step } from "@plumb/contract/runs/results.ts";
import { IconCheck, IconChevronRight, IconLink, IconMinus, IconPaperclip, IconX } from "@tabler/icons-react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { ArtifactLink } from "#features/results/artifacts/artifact-caption.tsx";
import { counted, cut, formatCount, formatDuration } from "#lib/format/format.ts";
import styles from "./step-list.module.css";
import { stepLocation } from "./step-location.ts";
import { displaySteps, type StepNode, stepNodes } from "./step-tree.ts";

const visibleAtFirst = 60;
const visibleMore = 500;
/** Number of steps shown before the selected or failed one, if this is far down. */
const visibleBefore = 5;
const maxIndent = 8;
/** Up to this number of steps, all of them are open by default. */
const openedAtOnce = 30;
/** Maximum number of files shown per step. All of them are among the artifacts. */
const visibleFiles = 10;

interface StepListProps {
  readonly steps: readonly Step[];
  /** Artifacts of the attempt. Each step shows its own. */
  readonly artifacts?: readonly Artifact[];
  /** Step in the address, from 0. */
  readonly chosen?: number | undefined;
  /** Called to link to a step. Without it, steps have no links. */
  readonly onChoose?: ((index: number) => void) | undefined;
  /** Location of a failure after the last step, which is in no step; empty if it is unknown. `null` if a step failed, or none. */
  readonly failedAfter?: string | null;
}

/**
 * Steps of an attempt as a tree, with bars relative to the slowest. The path to the failed step is open. With
 * thousands of steps, those around the selected or failed one are rendered first.
 */
export function StepList({ steps, artifacts = noArtifacts, chosen, onChoose, failedAfter = null }: StepListProps) {
  const nodes = useMemo(() => stepNodes(steps), [steps]);
  const files = useMemo(() => Map.groupBy(artifacts, ({ step }) => step), [artifacts]);
  const slowest = useMemo(() => steps.reduce((max, { duration }) => Math.max(max, duration ?? 0), 1), [steps]);
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isOpen = ({ index, end, failed }: StepNode) =>
    changed.get(index) ??
    (steps.length <= openedAtOnce || failed || (chosen !== undefined && index < chosen && chosen < end));
  const open = displaySteps(nodes, isOpen);
  const chosenAt = open.findIndex(({ index }) => index === chosen);
  const [reach, setReach] = useState(() => reachAround(chosenAt === -1 ? failedAt(open) : chosenAt));
  const from = chosenAt === -1 ? reach.from : Math.min(reach.from, chosenAt);
  const to = Math.min(open.length, Math.max(reach.to, chosenAt + 1));
  return (
    <>
      {from > 0 && (
        <button
          type="button"
          className={styles["more"]}
          onClick={() => setReach({ from: Math.max(0, from - visibleMore), to })}
        >
          {`Show ${formatCount(Math.min(visibleMore, from))} earlier of ${formatCount(open.length)} steps`}
        </button>
      )}
      <ol aria-label="Steps">
        {open.slice(from, to).map((node) => (
          <StepItem
            key={node.index}
            node={node}
            files={files.get(node.index) ?? noArtifacts}
            open={isOpen(node)}
            share={(node.step.duration ?? 0) / slowest}
            chosen={node.index === chosen}
            onToggle={() => setChanged(new Map([...changed, [node.index, !isOpen(node)]]))}
            onChoose={onChoose}
          />
        ))}
        {failedAfter !== null && to >= open.length && (
          <li className={styles["step"]}>
            <span />
            <span className={styles["mark"]}>
              <IconX size={14} stroke={2.4} color="var(--failed-ink)" aria-hidden />
            </span>
            <span className={styles["title"]}>
              Failed here
              {failedAfter !== "" && <span className={styles["place"]}>{` ${failedAfter}`}</span>}
            </span>
          </li>
        )}
      </ol>
      {open.length > to && (
        <button type="button" className={styles["more"]} onClick={() => setReach({ from, to: to + visibleMore })}>
          {`Show ${formatCount(Math.min(visibleMore, open.length - to))} more of ${formatCount(open.length)} steps`}
        </button>
      )}
    </>
  );
}

const noArtifacts: readonly Artifact[] = [];

/** Returns the index of the first step that failed without a failed child; -1 if none failed. */
function failedAt(visible: readonly StepNode[]): number {
  let at = -1;
  for (const [position, { index, failed }] of visible.entries()) {
    const found = visible[at];
    if (found !== undefined && index >= found.end) break;
    if (failed) at = position;
  }
  return at;
}

function reachAround(index: number): { readonly from: number; readonly to: number } {
  const from = index < visibleAtFirst ? 0 : index - visibleBefore;
  return { from, to: from + visibleAtFirst };
}

const marks = {
  passed: { icon: IconCheck, color: "passed-ink" },
  failed: { icon: IconX, color: "failed-ink" },
  skipped: { icon: IconMinus, color: "skipped-ink" },
} as const;

interface StepItemProps {
  readonly node: StepNode;
  /** Attachments of the step. */
  readonly files: readonly Artifact[];
  readonly open: boolean;
  /** Ratio of its duration to that of the slowest step, 0 to 1. */
  readonly share: number;
  readonly chosen: boolean;
  readonly onToggle: () => void;
  readonly onChoose: ((index: number) => void) | undefined;
}

function StepItem({ node: { step, index, end }, files, open, share, chosen, onToggle, onChoose }: StepItemProps) {
  const { icon: Icon, color } = marks[step.status];
  const item = useScrolledTo<HTMLLIElement>(chosen);
  const title = cut(stripAnsi(cut(step.title, 400)), 200);
  const below = end - index - 1;
  return (
    <li
      ref={item}
      className={`${styles["step"]} ${chosen ? styles["chosen"] : ""}`}
      style={{ paddingLeft: Math.min(step.depth, maxIndent) * 14 }}
      {...(chosen && { "aria-current": "true" })}
    >
      {below > 0 ? (
        <button
          type="button"
          className={styles["toggle"]}
          aria-expanded={open}
          aria-label={`${counted(below, "step")} below`}
          onClick={onToggle}
        >
          <IconChevronRight size={13} aria-hidden />
        </button>
      ) : (
        <span />
      )}
      <span className={styles["mark"]}>
        <Icon size={14} stroke={2.4} color={`var(--${color})`} aria-hidden />
        <VisuallyHidden>{step.status}</VisuallyHidden>
      </span>
      <span className={styles["title"]} title={cut(step.title, 500)}>
        {title}
        {step.status === "skipped" && <span className={styles["below"]}> (skipped)</span>}
        {below > 0 && !open && <span className={styles["below"]}>{` (${formatCount(below)})`}</span>}
        <Location step={step} />
      </span>
      <span className={styles["bar"]} aria-hidden>
        <i
          style={{
            width: `${Math.max(2, share * 100)}%`,
            background: `var(--${step.status === "failed" ? "failed" : "ink-3"})`,
          }}
        />
      </span>
      <span className={styles["duration"]}>{formatDuration(step.duration)}</span>
      {onChoose !== undefined && (
        <button
          type="button"
          className={styles["link"]}
          aria-label={`Link to step ${index + 1}`}
          title="Link to this step"
          onClick={() => onChoose(index)}
        >
          <IconLink size={13} aria-hidden />
        </button>
      )}
      {step.error !== undefined && step.error !== "" && (
        <span className={styles["error"]}>
          {cut(stripAnsi(cut(step.error, 2000)).trim().split("\n")[0] ?? "", 300)}
        </span>
      )}
      {files.length > 0 && <StepFiles index={index} files={files} />}
    </li>
  );
}

/** Scrolls to a step when the address contains it. */
function useScrolledTo<Target extends HTMLElement>(chosen: boolean): RefObject<Target | null> {
  const item = useRef<Target>(null);
  useEffect(() => {
    if (!chosen) return undefined;
    // Waits a frame, because the list sets the height of an opened test only then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => item.current?.scrollIntoView({ block: "center" }));
    });
    return () => cancelAnimationFrame(frame);
  }, [chosen]);
  return item;
}

interface StepFilesProps {
  readonly index: number;
  readonly files: readonly Artifact[];
}

function StepFiles({ index, files }: StepFilesProps) {
  return (
    <ul className={styles["files"]} aria-label={`Attached in step ${index + 1}`}>
      {files.slice(0, visibleFiles).map((artifact) => (
        <li key={artifact.id}>
          <IconPaperclip size={13} aria-hidden />
          <ArtifactLink artifact={artifact} />
        </li>
      ))}
      {files.length > visibleFiles && <li>{`and ${formatCount(files.length - visibleFiles)} more`}</li>}
    </ul>
  );
}

function Location({ step }: { readonly step: Step }) {
  const location = stepLocation(step);
  return location === null ? null : (
    <span className={styles["place"]} title={location.full}>
      {` ${location.short}`}
    </span>
  );
}
