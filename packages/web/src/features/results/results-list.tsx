import { Button } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useRef, useState } from "react";
import { formatCount } from "#lib/format.ts";
import { useShortcuts } from "#lib/shortcut.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import panel from "#ui/panel.module.css";
import { ResultDetailPanel } from "./result-detail-panel.tsx";
import { ResultRow, ResultRowSkeleton } from "./result-row.tsx";
import styles from "./results-list.module.css";
import { type ResultsFilter, windowSize } from "./results.queries.ts";
import { headerHeight, useAtTop, useListMargin, useRowFocused } from "#lib/list-place.ts";
import { type LiveRows, rowsMode, useLiveRows } from "./use-live-rows.ts";
import { useOpenedIndex } from "./use-opened-index.ts";
import { useResultWindows } from "./use-result-windows.ts";
import { type WindowRange, windowsOf } from "./windows.ts";

const rowHeight = 44;
/** An opened row that ends above the page's lower edge by less than this is not really in view. */
const openedRoom = 320;

const closedHeight = () => rowHeight;

interface ResultsListProps {
  readonly report: { readonly id: number; readonly live: boolean };
  readonly filter: ResultsFilter;
  /** The opened row's result. */
  readonly opened: number | undefined;
  readonly onOpen: (resultId: number | undefined) => void;
}

/**
 * A report's tests: tens of thousands of rows of which only those in view exist. A row that a link opens is brought into
 * view; one that the filter leaves out stands above the list.
 */
export function ResultsList({ report, filter, opened, onOpen }: ResultsListProps) {
  const list = useRef<HTMLUListElement>(null);
  const margin = useListMargin(list);
  const [range, setRange] = useState<WindowRange>({ first: 0, last: 0 });
  const [active, setActive] = useState(-1);
  const atTop = useAtTop(margin);
  const rowFocused = useRowFocused();
  const reading = !atTop || rowFocused || opened !== undefined;
  const windows = useResultWindows(report.id, filter, range, rowsMode(report.live, reading));
  const { total, rowAt, stale, error, retry } = windows;
  const openedIndex = useOpenedIndex(report.id, filter, opened, windows);
  const live = useLiveRows(report, filter, { total, reading });
  const count = total ?? 12;

  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and its values stay in this component
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count,
    estimateSize: closedHeight,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: headerHeight,
    // Stable, or the places of all rows are computed anew with every frame. Only the opened row has a height of its own.
    getItemKey: useCallback(
      (index: number) => (index === openedIndex ? `opened-${opened}` : index),
      [openedIndex, opened],
    ),
  });
  const items = virtualizer.getVirtualItems();
  const inView = windowsOf(items[0]?.index ?? 0, items.at(-1)?.index ?? 0, windowSize);
  if (inView.first !== range.first || inView.last !== range.last) setRange(inView);

  const arrivedAt = useRef<number>(undefined);
  useEffect(() => {
    if (opened === undefined) arrivedAt.current = undefined;
    if (typeof openedIndex !== "number" || arrivedAt.current === opened || margin === 0 || stale) return;
    arrivedAt.current = opened;
    const top = margin + openedIndex * rowHeight;
    const seen = top >= window.scrollY + headerHeight && top + openedRoom <= window.scrollY + window.innerHeight;
    if (!seen) virtualizer.scrollToIndex(openedIndex, { align: "start" });
  }, [opened, openedIndex, margin, stale, virtualizer]);

  const toggle = useCallback(
    (resultId: number) => {
      arrivedAt.current = resultId;
      onOpen(resultId === opened ? undefined : resultId);
    },
    [opened, onOpen],
  );

  useEffect(() => {
    if (active >= 0) list.current?.querySelector<HTMLElement>(`li[data-index="${active}"] > button`)?.focus();
    // Not on `items`: focus must not return to the row whenever the user scrolls.
  }, [active]);

  const move = (step: number) => {
    const row = document.activeElement?.closest<HTMLElement>("li[data-index]");
    const from = row === null || row === undefined ? active : Number(row.dataset["index"]);
    const next = Math.min(count - 1, Math.max(0, from + step));
    virtualizer.scrollToIndex(next, { align: "auto" });
    setActive(next);
    list.current?.querySelector<HTMLElement>(`li[data-index="${next}"] > button`)?.focus();
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });

  const showNew = () => {
    live.refresh();
    // New failures come first. What is opened stays where it is.
    if (opened === undefined) window.scrollTo({ top: Math.max(0, margin - headerHeight - rowHeight) });
  };

  if (error !== null) return <ErrorPanel error={error} fallback="Failed to load the tests" onRetry={retry} />;
  if (total === 0 && !stale) {
    return <NoRows reportId={report.id} filtered={filter.status !== undefined || filter.search !== undefined} />;
  }
  return (
    <>
      {opened !== undefined && openedIndex === null && (
        <section className={`${panel["panel"]} ${styles["pinned"]}`} aria-label="Opened test">
          <ResultDetailPanel reportId={report.id} resultId={opened} live={report.live} />
        </section>
      )}
      <NewRows live={live} onShow={showNew} />
      <ul
        ref={list}
        className={`${panel["panel"]} ${styles["list"]}`}
        aria-label="Tests"
        aria-busy={total === undefined || stale}
        style={{ height: virtualizer.getTotalSize(), opacity: stale ? 0.6 : 1 }}
      >
        {items.map((item) => {
          const row = rowAt(item.index);
          const open = row !== undefined && row.id === opened;
          return (
            <li
              key={open ? item.key : item.index}
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

/** What has arrived while the list was being read waits behind a button; nothing moves before it is pressed. */
function NewRows({ live, onShow }: { readonly live: LiveRows; readonly onShow: () => void }) {
  if (live.waiting === 0 && !live.ended) return null;
  const { waiting } = live;
  return (
    <div className={styles["new"]}>
      <Button size="xs" radius="xl" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={onShow}>
        {waiting === 0
          ? "Show the final results"
          : `${formatCount(waiting)} new ${waiting === 1 ? "result" : "results"}`}
      </Button>
    </div>
  );
}

function NoRows({ reportId, filtered }: { readonly reportId: number; readonly filtered: boolean }) {
  if (!filtered) return <EmptyState title="No test results available." />;
  return (
    <EmptyState title="No tests match">
      <Link to="/reports/$reportId" params={{ reportId: String(reportId) }} resetScroll={false}>
        Show all tests
      </Link>
    </EmptyState>
  );
}
