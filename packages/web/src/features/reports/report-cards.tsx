import { useMediaQuery } from "@mantine/hooks";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useRef } from "react";
import { headerHeight, useListMargin } from "#lib/page/list-place.ts";
import { rowShortcuts, useShortcuts } from "#lib/keys/shortcut.ts";
import panel from "#ui/panel.module.css";
import { ReportCard, type ReportCardActs } from "./report-card.tsx";
import styles from "./report-cards.module.css";

const usualHeight = 63;
/** The next page is asked for when so few cards are left below. */
const ahead = 6;

interface ReportCardsProps extends ReportCardActs {
  readonly reports: readonly Report[];
  readonly selected: readonly Report[];
  /** Whether the rows belong to the previous list. */
  readonly stale: boolean;
  /** There are more than these. */
  readonly more: boolean;
  readonly onNearEnd: () => void;
}

/** Reports as cards, of which only those in view exist. `j` and `k` move, `Enter` opens, `x` selects. */
export function ReportCards({ reports, selected, stale, more, onNearEnd, ...acts }: ReportCardsProps) {
  const list = useRef<HTMLUListElement>(null);
  const margin = useListMargin(list);
  const small = useMediaQuery("(width < 720px)", false, { getInitialValueInEffect: false });
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and its values stay in this component
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: reports.length,
    estimateSize: () => usualHeight,
    overscan: 8,
    // On a busy machine a movement rests for longer than the time after which it would count as ended.
    useScrollendEvent: true,
    scrollMargin: margin,
    scrollPaddingStart: headerHeight,
    getItemKey: useCallback((index: number) => reports[index]?.id ?? index, [reports]),
  });
  // A correction stops the scrolling of the page: Home would stop at the first card with a wrong estimate. On small
  // screens, where most estimates are wrong and Home is rare, content would jump without it.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, delta, { isScrolling, scrollOffset }) =>
    (small || (!isScrolling && Math.abs(delta) >= 1)) && start < (scrollOffset ?? 0);
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const nearEnd = more && !stale && last >= reports.length - ahead;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd, reports.length]);

  const focus = (index: number) =>
    list.current?.querySelector<HTMLElement>(`li[data-index="${index}"] [data-open-report]`)?.focus();
  const current = () => {
    const card = document.activeElement?.closest<HTMLElement>("li[data-index]");
    return card === null || card === undefined || list.current?.contains(card) !== true
      ? null
      : Number(card.dataset["index"]);
  };
  const move = (step: number) => {
    const from = current();
    const next = from === null ? (items.find(({ end }) => end > window.scrollY)?.index ?? 0) : from + step;
    const index = Math.min(reports.length - 1, Math.max(0, next));
    virtualizer.scrollToIndex(index, { align: "auto" });
    focus(index);
    // One that was out of view exists only after the scroll.
    requestAnimationFrame(() => focus(index));
  };
  useShortcuts([
    ...rowShortcuts("report", "Open the report", move),
    {
      key: "x",
      label: "Select the report to compare it",
      run: () => {
        const index = current();
        const report = index === null ? undefined : reports[index];
        if (report !== undefined) acts.onSelect(report);
      },
    },
  ]);

  return (
    <ul
      ref={list}
      className={`${panel["panel"]} ${styles["list"]}`}
      aria-label="Reports"
      aria-busy={stale}
      style={{ height: virtualizer.getTotalSize(), opacity: stale ? 0.6 : 1 }}
    >
      {items.map((item) => {
        const report = reports[item.index];
        if (report === undefined) return null;
        return (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            aria-setsize={more ? -1 : reports.length}
            aria-posinset={item.index + 1}
            style={{ transform: `translateY(${item.start - margin}px)` }}
          >
            <ReportCard report={report} selected={selected.some(({ id }) => id === report.id)} {...acts} />
          </li>
        );
      })}
    </ul>
  );
}
