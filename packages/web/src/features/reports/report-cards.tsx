import { useMediaQuery } from "@mantine/hooks";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useRef } from "react";
import { headerHeight, useListMargin } from "#lib/page/list-place.ts";
import { rowShortcuts, useShortcuts } from "#lib/keys/shortcut.ts";
import panel from "#ui/layout/panel.module.css";
import { ReportCard, type ReportCardActions } from "./report-card.tsx";
import styles from "./report-cards.module.css";

const usualHeight = 63;
/** Loads the next page when this number of cards or fewer is left below. */
const ahead = 6;

interface ReportCardsProps extends ReportCardActions {
  readonly reports: readonly Report[];
  readonly selected: readonly Report[];
  /** Whether the rows belong to the previous list. */
  readonly stale: boolean;
  /** Whether there are more reports than these. */
  readonly more: boolean;
  readonly onNearEnd: () => void;
}

/** Virtualized list of reports as cards. `j` and `k` move, `Enter` opens, `x` selects. */
export function ReportCards({ reports, selected, stale, more, onNearEnd, ...actions }: ReportCardsProps) {
  const list = useRef<HTMLUListElement>(null);
  const margin = useListMargin(list);
  const small = useMediaQuery("(width < 720px)", false, { getInitialValueInEffect: false });
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and its values stay in this component
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: reports.length,
    estimateSize: () => usualHeight,
    overscan: 8,
    // Without the event, scrolling counts as ended after a pause, which may be exceeded on a busy machine.
    useScrollendEvent: true,
    scrollMargin: margin,
    scrollPaddingStart: headerHeight,
    getItemKey: useCallback((index: number) => reports[index]?.id ?? index, [reports]),
  });
  // Adjusting the position stops the scrolling of the page, so Home would stop at the first card with a wrong estimate. Small screens
  // adjust it nevertheless, because most estimates are wrong there, content would jump, and Home is rarely used.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, delta, { isScrolling, scrollOffset }) =>
    (small || (!isScrolling && Math.abs(delta) >= 1)) && start < (scrollOffset ?? 0);
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const nearEnd = more && !stale && last >= reports.length - ahead;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd, reports.length]);

  const focus = (index: number) =>
    list.current?.querySelector<HTMLElement>(`li[data-index="${index}"] [data-open-row]`)?.focus();
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
    // A card outside the view is rendered only after scrolling.
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
        if (report !== undefined) actions.onSelect(report);
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
            <ReportCard report={report} selected={selected.some(({ id }) => id === report.id)} {...actions} />
          </li>
        );
      })}
    </ul>
  );
}
