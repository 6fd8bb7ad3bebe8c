import { Button, Skeleton, Tabs } from "@mantine/core";
import type { TrendOptions } from "@plumb/contract/trends/trends.ts";
import { IconAdjustments, IconUsers } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { isFiltered, testsSearch, type TestsSearch } from "#lib/address/tests-search.ts";
import { counted, formatCount } from "#lib/format/format.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { FilterChips } from "#ui/list/filter-chips.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { Pager } from "#ui/list/pager.tsx";
import { chipsOf, TestFilterMenu, TestQueryBox } from "./test-filters.tsx";
import { testViews } from "./test-texts.ts";
import { pageSize, type TestPage } from "./tests.queries.ts";
import { TestsTable } from "./tests-table.tsx";
import styles from "./tests.module.css";

interface TestsViewProps {
  /** `undefined` while loading. */
  readonly page: TestPage | undefined;
  /** Options of the filters; `undefined` while loading. */
  readonly options: TrendOptions | undefined;
  /** Finds options on the server that contain the text. */
  readonly onFind?: ((part: string) => Promise<TrendOptions>) | undefined;
  /** Whether the data belongs to the previous search. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly search: TestsSearch;
  readonly onSearch: (search: TestsSearch) => void;
  /** Menu of the saved views. */
  readonly savedViews?: ReactNode;
  /** Links to the other views of the tests. */
  readonly links?: ReactNode;
}

/** Scrolls to the selected tab, which may be out of view on narrow screens. */
function intoSight(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: "nearest" });
}

/** Tests of a project in several views. */
export function TestsView({
  page,
  options,
  onFind,
  stale,
  error,
  onRetry,
  search,
  onSearch,
  savedViews,
  links,
}: TestsViewProps) {
  const visible = testViews.find(({ view }) => view === (search.view ?? "flaky")) ?? testViews[0];
  if (visible === undefined) return null;
  const narrowed = (change: Partial<TestsSearch>) => onSearch({ ...search, page: undefined, ...change });
  const filters = { search, options, onFind, onSearch };
  return (
    <>
      <PageHeader
        title="Tests"
        subtitle={page === undefined || stale ? null : `${page.more ? "More than " : ""}${counted(page.total, "test")}`}
      >
        <SettingsButtons search={search} onSearch={onSearch} />
      </PageHeader>
      {links}
      <Tabs
        value={visible.view}
        onChange={(value) => {
          const next = testViews.find(({ view }) => view === value)?.view;
          if (next !== undefined) narrowed({ view: next === "flaky" ? undefined : next, sort: undefined });
        }}
      >
        <Tabs.List mb={14} className={styles["tabs"] ?? ""} aria-label="Test lists">
          {testViews.map(({ view, label }) => (
            <Tabs.Tab key={view} value={view} ref={view === visible.view ? intoSight : null}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={visible.view}>
          <div className={styles["tools"]}>
            <TestQueryBox {...filters} />
            <TestFilterMenu {...filters} />
            {savedViews}
          </div>
          <FilterChips
            chips={chipsOf(search)}
            onSearch={onSearch}
            reset="Reset"
            onReset={() => onSearch(testsSearch({ view: search.view, q: search.q }))}
          />
          <p className={styles["meaning"]}>{visible.meaning}</p>
          <Rows {...{ page, stale, error, onRetry, search, onSearch }} empty={visible.empty} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Opens the dialogs of the owners and of the rule for flaky tests. */
function SettingsButtons({ search, onSearch }: Pick<TestsViewProps, "search" | "onSearch">) {
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUsers size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => onSearch({ ...search, show: "owners" })}
      >
        Owners
      </Button>
      <Button
        variant="default"
        leftSection={<IconAdjustments size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => onSearch({ ...search, show: "rule" })}
      >
        Flakiness rule
      </Button>
    </>
  );
}

interface RowsProps extends Omit<TestsViewProps, "options"> {
  readonly empty: string;
}

function Rows({ page, stale, error, onRetry, search, onSearch, empty }: RowsProps) {
  if (page === undefined) {
    return error === null ? (
      <div aria-busy>
        <Skeleton height={420} radius="lg" animate={false} />
      </div>
    ) : (
      <ErrorPanel error={error} fallback="Failed to load the tests" onRetry={onRetry} />
    );
  }
  const isNarrowed = search.q !== undefined || isFiltered(search);
  if (page.data.length === 0) {
    return (
      <EmptyState title={isNarrowed ? "No tests match your filters" : empty}>
        {isNarrowed && (
          <Button variant="default" onClick={() => onSearch(testsSearch({ view: search.view }))}>
            Clear filters
          </Button>
        )}
      </EmptyState>
    );
  }
  const onPage = (next: number) => {
    onSearch({ ...search, page: next > 1 ? next : undefined });
    window.scrollTo({ top: 0 });
  };
  return (
    <>
      {error !== null && <ErrorPanel error={error} fallback="Failed to load the tests" onRetry={onRetry} />}
      <TestsTable tests={page.data} view={search.view ?? "flaky"} stale={stale} />
      <Pager page={search.page ?? 1} total={page.total} pageSize={pageSize} onPage={onPage} />
      {page.more && (
        <p className={styles["meaning"]}>
          {`Only the first ${formatCount(page.total)} are listed. Search or filter to see the others.`}
        </p>
      )}
    </>
  );
}
