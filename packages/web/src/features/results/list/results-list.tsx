import { maxGroups } from "@plumb/contract/runs/results.ts";
import { type ReactNode, useMemo } from "react";
import { formatCount } from "#lib/format/format.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import panel from "#ui/layout/panel.module.css";
import { ListSection } from "./list-section.tsx";
import { NewRows } from "./new-rows.tsx";
import { NoRows } from "./no-rows.tsx";
import styles from "./results-list.module.css";
import { isFiltered } from "#features/results/results.queries.ts";
import { entryAt } from "./sections.ts";
import type { Neighbours } from "./use-neighbours.ts";
import { type ListedTests, type ResultsListModel, useResultsList } from "./use-results-list.ts";

/** A test that the filters exclude has no neighbours. */
const nowhere: Neighbours = { previous: undefined, next: undefined };

interface ResultsListProps extends ListedTests {
  readonly onTrace: (resultId: number, artifactId: number) => void;
  /** Renders the details of an opened test, with buttons for its neighbours. */
  readonly detailOf: (resultId: number, neighbours: Neighbours) => ReactNode;
  /** Renders marks of a cause, such as its analysis item. Must be referentially stable. */
  readonly markOf?: (groupId: number) => ReactNode;
  /** Renders since when a cause fails. Must be referentially stable. */
  readonly sinceOf?: (groupId: number) => ReactNode;
  /** Renders the tools next to the search. Receives a function that opens and closes all groups, if there are groups. */
  readonly tools?: (setAll: ((open: boolean) => void) | undefined) => ReactNode;
}

/**
 * Virtualized list of a report's tests, with or without groups. Scrolls a linked row into view, or shows it above the list if the
 * filters exclude it.
 */
export function ResultsList(props: ResultsListProps) {
  const { report, filter, opened, detailOf, tools } = props;
  const model = useResultsList(props);
  const { view, stale, places, error, retry, setAllGroups } = model.tests;
  const visibleTools = tools?.(setAllGroups);
  if (error !== null) {
    return (
      <>
        {visibleTools}
        <ErrorPanel error={error} fallback="Failed to load the tests" onRetry={retry} />
      </>
    );
  }
  if (view?.total === 0 && !stale) {
    return (
      <>
        {visibleTools}
        <NoRows filtered={isFiltered(filter)} live={report.live} />
      </>
    );
  }
  return (
    <>
      {visibleTools}
      {opened
        .filter((id) => places.get(id) === null)
        .map((id) => (
          <article key={id} className={`${panel["panel"]} ${styles["pinned"]}`} aria-label="Opened test">
            {detailOf(id, nowhere)}
          </article>
        ))}
      {view !== undefined && view.groupsLeftOut > 0 && (view.groups?.length ?? 0) >= maxGroups && (
        <p
          className={styles["leftOut"]}
        >{`${formatCount(view.groupsLeftOut)} more groups are not shown. Use search or filters to find them.`}</p>
      )}
      <NewRows live={model.live} onShow={model.showNew} />
      <ListSections {...props} model={model} />
      {model.triaged.bar}
    </>
  );
}

interface ListSectionsProps extends Pick<ResultsListProps, "opened" | "onTrace" | "detailOf" | "markOf" | "sinceOf"> {
  readonly model: ResultsListModel;
}

/** Visible entries by section. */
function ListSections({ model, opened, onTrace, detailOf, markOf, sinceOf }: ListSectionsProps) {
  const { list, margin, tests, virtualizer, items } = model;
  const { layout, view, stale } = tests;
  const openedSet = useMemo(() => new Set(opened), [opened]);
  // Reserves no space for traces if the report has none.
  const traced = tests.rows.some(({ trace }) => trace !== null);
  const sections = Map.groupBy(items, ({ index }) => entryAt(layout, index).section);
  return (
    <ul
      ref={list}
      className={`${panel["panel"]} ${styles["list"]}`}
      aria-label="Tests"
      aria-busy={view === undefined || stale}
      style={{ height: virtualizer.getTotalSize(), opacity: stale ? 0.6 : 1 }}
    >
      {[...sections].map(([at, drawn]) => {
        const section = layout.sections[at];
        if (section === undefined) return null;
        const span = spanOf(virtualizer.measurementsCache, section, margin);
        return (
          <ListSection
            key={section.group?.key ?? ""}
            section={section}
            by={view?.by}
            items={drawn}
            span={span}
            origin={section.group === null ? margin : margin + span.top}
            measure={virtualizer.measureElement}
            rowAt={(row) => tests.rowIn(at, row)}
            outcomesOf={model.outcomesOf}
            opened={openedSet}
            onToggle={model.toggle}
            selected={model.triaged.selected}
            markOf={markOf}
            sinceOf={sinceOf}
            onTrace={traced ? onTrace : undefined}
            onToggleGroup={(key) => {
              // The pressed header may stick to the top, far below its own position. Keeps it in view.
              const top = margin + span.top - model.barHeight;
              if (section.open && top < window.scrollY) window.scrollTo({ top });
              tests.toggleGroup(key);
            }}
            detailOf={(resultId) => detailOf(resultId, model.neighboursOf(resultId))}
          />
        );
      })}
    </ul>
  );
}

/** Position and height of a section, including opened rows. */
function spanOf(
  entries: readonly { readonly start: number; readonly end: number }[],
  { start, open, total, group }: { start: number; open: boolean; total: number; group: object | null },
  margin: number,
): { top: number; height: number } {
  const last = start + (group === null ? total - 1 : open ? total : 0);
  const top = (entries[start]?.start ?? margin) - margin;
  return { top, height: (entries[last]?.end ?? margin) - margin - top };
}
