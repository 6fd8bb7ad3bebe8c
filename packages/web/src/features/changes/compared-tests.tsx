import type { ChangeKind, ComparedTest } from "@plumb/contract/runs/compare.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { useQueries } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";
import { headerHeight, useListMargin } from "#lib/page/list-place.ts";
import { useRowShortcuts } from "#lib/keys/shortcut.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import panel from "#ui/layout/panel.module.css";
import { comparedWindowQuery, windowSize } from "./changes.queries.ts";
import { changeKinds } from "./change-kinds.ts";
import { ComparedTestRow, ComparedTestSkeleton } from "./compared-test-row.tsx";
import styles from "./compared-tests.module.css";

/** Height of a row in the style sheet. */
const rowHeight = 52;
const narrowRowHeight = 76;

interface ComparedTestsProps {
  readonly base: Report;
  readonly head: Report;
  readonly show: ChangeKind | undefined;
  readonly total: number;
  /** Result whose row is open, in the head, or in the base if the head does not have the test. */
  readonly opened?: number | undefined;
  readonly onOpen?: (resultId: number | undefined) => void;
  /** Both results of a test. Without it, rows do not open. */
  readonly detailOf?: (test: ComparedTest, base: Report, head: Report) => ReactNode;
}

function keyOf({ base, head }: ComparedTest): number | undefined {
  return (head ?? base)?.resultId;
}

interface ComparedTestEntryProps extends Pick<ComparedTestsProps, "base" | "head"> {
  readonly detailOf: ComparedTestsProps["detailOf"];
  readonly test: ComparedTest;
  readonly isOpen: boolean;
  readonly onToggle: (test: ComparedTest) => void;
}

/** Row of a test, with both results below it if it is open. */
function ComparedTestEntry({ test, base, head, isOpen, detailOf, onToggle }: ComparedTestEntryProps) {
  return (
    <>
      <ComparedTestRow test={test} base={base} head={head} isOpen={isOpen} onToggle={detailOf && onToggle} />
      {isOpen && <div className={styles["opened"]}>{detailOf?.(test, base, head)}</div>}
    </>
  );
}

function kindLabel({ kinds: [first] }: ComparedTest): string {
  return changeKinds.find(({ kind }) => kind === first)?.label ?? "";
}

/** Virtualized list of changed tests, loaded as they scroll into view. */
export function ComparedTests({ base, head, show, total, opened, onOpen, detailOf }: ComparedTestsProps) {
  const list = useRef<HTMLOListElement>(null);
  const margin = useListMargin(list);
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and its values stay in this component
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: total,
    estimateSize: () => (window.innerWidth < 720 ? narrowRowHeight : rowHeight),
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: headerHeight,
  });
  const items = virtualizer.getVirtualItems();
  const first = Math.floor((items[0]?.index ?? 0) / windowSize);
  const last = Math.floor((items.at(-1)?.index ?? 0) / windowSize);
  const windows = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) =>
      comparedWindowQuery(base.id, head.id, show, first + index),
    ),
  });
  const testAt = (index: number) => windows[Math.floor(index / windowSize) - first]?.data?.tests[index % windowSize];

  /** Whether a test is the first of its kind in the list. */
  const beginsKind = (index: number) => {
    const before = testAt(index - 1);
    return index === 0 || (before !== undefined && before.kinds[0] !== testAt(index)?.kinds[0]);
  };

  const onToggle = (test: ComparedTest) => onOpen?.(keyOf(test) === opened ? undefined : keyOf(test));
  const move = (step: number) => {
    const at = document.activeElement?.closest<HTMLElement>("[data-index]")?.dataset["index"];
    const next = Math.min(total - 1, Math.max(0, at === undefined ? 0 : Number(at) + step));
    virtualizer.scrollToIndex(next, { align: "auto" });
    // The row may not be rendered yet.
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(`[data-index="${next}"] [data-open-row]`)
        ?.focus({ preventScroll: true }),
    );
  };
  useRowShortcuts("test", "Open or close the test", move);

  const failed = windows.find(({ isError }) => isError);
  if (failed !== undefined)
    return (
      <ErrorPanel error={failed.error} fallback="Failed to compare reports" onRetry={() => void failed.refetch()} />
    );
  return (
    <ol
      ref={list}
      className={`${panel["panel"]} ${styles["list"]}`}
      aria-label="Tests"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {items.map((item) => {
        const test = testAt(item.index);
        return (
          <li
            key={item.index}
            ref={virtualizer.measureElement}
            data-index={item.index}
            aria-posinset={item.index + 1}
            aria-setsize={total}
            style={{ transform: `translateY(${item.start - margin}px)` }}
          >
            {test === undefined ? (
              <ComparedTestSkeleton />
            ) : (
              <>
                {show === undefined && beginsKind(item.index) && <h2 className={styles["kind"]}>{kindLabel(test)}</h2>}
                <ComparedTestEntry {...{ test, base, head, detailOf, onToggle }} isOpen={keyOf(test) === opened} />
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}
