import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useShortcuts } from "#lib/shortcut.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import panel from "#ui/panel.module.css";
import { ResultDetailPanel } from "./result-detail.tsx";
import { ResultRow, ResultRowSkeleton } from "./result-row.tsx";
import styles from "./results-list.module.css";
import { type ResultsFilter, windowSize } from "./results.queries.ts";
import { useResultWindows } from "./use-result-windows.ts";
import { type WindowRange, windowsOf } from "./windows.ts";

const rowHeight = 44;
const headerHeight = 56;

interface ResultsListProps {
  readonly report: { readonly id: number; readonly live: boolean };
  readonly filter: ResultsFilter;
  /** The opened row's result. */
  readonly opened: number | undefined;
  readonly onOpen: (resultId: number | undefined) => void;
}

/**
 * A report's tests: tens of thousands of rows of which only those in view exist. An opened row that is not among the
 * first rows, as from a pasted link, stands above the list, since nobody knows its place before its window is there.
 */
export function ResultsList({ report, filter, opened, onOpen }: ResultsListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  const [range, setRange] = useState<WindowRange>({ first: 0, last: 0 });
  const [clicked, setClicked] = useState<number>();
  const [active, setActive] = useState(-1);
  const { total, rowAt, stale, error, retry } = useResultWindows(report, filter, range);
  const count = total ?? 12;

  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and its values stay in this component
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: headerHeight,
    getItemKey: (index) => rowAt(index)?.id ?? `loading-${index}`,
  });
  const items = virtualizer.getVirtualItems();
  const inView = windowsOf(items[0]?.index ?? 0, items.at(-1)?.index ?? 0, windowSize);
  if (inView.first !== range.first || inView.last !== range.last) setRange(inView);

  useLayoutEffect(() => {
    const measure = () => {
      if (list.current !== null) setMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // What stands above may grow: problems that unfold, uploads that end.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const toggle = useCallback(
    (resultId: number) => {
      setClicked(resultId);
      onOpen(resultId === opened ? undefined : resultId);
    },
    [opened, onOpen],
  );

  useEffect(() => {
    if (active >= 0) list.current?.querySelector<HTMLElement>(`li[data-index="${active}"] > button`)?.focus();
    // Not on `items`: focus must not return to the row whenever the user scrolls.
  }, [active]);

  const move = (step: number) => {
    const focused = document.activeElement?.closest<HTMLElement>("li[data-index]");
    const from = focused === null || focused === undefined ? active : Number(focused.dataset["index"]);
    const next = Math.min(count - 1, Math.max(0, from + step));
    virtualizer.scrollToIndex(next, { align: "auto" });
    setActive(next);
    list.current?.querySelector<HTMLElement>(`li[data-index="${next}"] > button`)?.focus();
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });

  if (error !== null) return <ErrorPanel error={error} fallback="Failed to load the tests" onRetry={retry} />;
  if (total === 0 && !stale) {
    return <EmptyState title={filtered(filter) ? "No tests match" : "No test results available."} />;
  }
  const inPlace =
    opened === clicked || Array.from({ length: Math.min(count, 100) }, (_, index) => rowAt(index)?.id).includes(opened);
  return (
    <>
      {opened !== undefined && total !== undefined && !inPlace && (
        <section className={`${panel["panel"]} ${styles["pinned"]}`} aria-label="Opened test">
          <ResultDetailPanel reportId={report.id} resultId={opened} live={report.live} />
        </section>
      )}
      <ul
        ref={list}
        className={`${panel["panel"]} ${styles["list"]}`}
        aria-label="Tests"
        aria-busy={total === undefined || stale}
        style={{ height: virtualizer.getTotalSize(), opacity: stale ? 0.6 : 1 }}
      >
        {items.map((item) => {
          const row = rowAt(item.index);
          const open = row !== undefined && row.id === opened && inPlace;
          return (
            <li
              key={item.key}
              // A closed row has its fixed height: measuring each one would cost a layout per scrolled row.
              ref={open ? virtualizer.measureElement : undefined}
              data-index={item.index}
              aria-setsize={count}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start - margin}px)` }}
            >
              {row === undefined ? <ResultRowSkeleton /> : <ResultRow row={row} open={open} onToggle={toggle} />}
              {open && <ResultDetailPanel reportId={report.id} resultId={row.id} live={report.live} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function filtered({ status, search }: ResultsFilter): boolean {
  return status !== undefined || search !== undefined;
}
