import { Button, Skeleton } from "@mantine/core";
import { trendFormulas } from "@plumb/analysis/trends/formulas.ts";
import type { TrendOptions } from "@plumb/contract/trends/trends.ts";
import { moverLists, moverText, weekMetrics } from "@plumb/contract/trends/week-metrics.ts";
import type { WeekFigure } from "@plumb/contract/trends/week-model.ts";
import { comparedText, weekParts, weekTitle } from "@plumb/contract/trends/week-page.ts";
import { weekSentence } from "@plumb/contract/trends/week-sentence.ts";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import { IconFileTypePdf, IconMail, IconPrinter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { WeekSearch } from "#lib/address/week-search.ts";
import { cut } from "#lib/format/format.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { SparkLine } from "#ui/charts/spark-line.tsx";
import { FormulaNote } from "#ui/text/formula-note.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import panel from "#ui/layout/panel.module.css";
import { NoCountedRuns } from "./no-counted-runs.tsx";
import { WeekPartView } from "./week-part.tsx";
import { WeekTools } from "./week-tools.tsx";
import styles from "./week-view.module.css";

interface WeekViewProps {
  /** `undefined` while loading. */
  readonly week: WeekSummary | undefined;
  readonly options: TrendOptions | undefined;
  readonly onFind: (part: string) => Promise<TrendOptions>;
  /** Whether the data belongs to another week or filter. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly search: WeekSearch;
  readonly onSearch: (search: WeekSearch) => void;
  /** Whether the document is being created. */
  readonly saving: boolean;
  readonly onSave: (week: string) => void;
  /** Whether the user gets the report by email; `undefined` while loading. */
  readonly subscribed: boolean | undefined;
  readonly onSubscribe: (subscribed: boolean) => void;
  /** Button that shares the week. */
  readonly share?: ReactNode;
}

/** Weekly report on one page, to view, print or share. */
export function WeekView(props: WeekViewProps) {
  const {
    week,
    options,
    onFind,
    stale,
    error,
    onRetry,
    search,
    onSearch,
    saving,
    onSave,
    subscribed,
    onSubscribe,
    share,
  } = props;
  const counted = week !== undefined && week.countedRuns > 0;
  return (
    <div className={styles["week"]}>
      <PageHeader
        title="Quality of the week"
        subtitle={week === undefined ? null : stale ? "Loading the week…" : subtitleOf(week)}
        isLong
      >
        {counted && (
          <>
            {subscribed !== undefined && (
              <Button
                size="xs"
                variant={subscribed ? "light" : "default"}
                className={styles["screen"] ?? ""}
                leftSection={<IconMail size={14} aria-hidden />}
                aria-pressed={subscribed}
                onClick={() => onSubscribe(!subscribed)}
              >
                Email me weekly
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              className={styles["screen"] ?? ""}
              leftSection={<IconPrinter size={14} aria-hidden />}
              onClick={() => window.print()}
            >
              Print
            </Button>
            <Button
              size="xs"
              variant="default"
              className={styles["screen"] ?? ""}
              leftSection={<IconFileTypePdf size={14} aria-hidden />}
              loading={saving}
              onClick={() => onSave(week.week)}
            >
              Download PDF
            </Button>
            {share}
          </>
        )}
      </PageHeader>
      <WeekTools week={week} options={options} onFind={onFind} search={search} onSearch={onSearch} />
      {error !== null && <ErrorPanel error={error} fallback="Failed to load the week" onRetry={onRetry} />}
      {week === undefined ? (
        error === null && <WeekSkeleton />
      ) : counted ? (
        <WeekContent week={week} stale={stale} search={search} />
      ) : (
        <NoCountedRuns title="No weekly data yet" />
      )}
    </div>
  );
}

const longestName = 100;

/** Returns `Shop · Week 47, 16 to 22 November 2026, so far`. */
export function subtitleOf(week: WeekSummary): string {
  return `${cut(week.projectName, longestName)} · ${weekTitle(week)}${week.soFar ? ", so far" : ""}`;
}

interface WeekContentProps {
  readonly week: WeekSummary;
  readonly stale: boolean;
  readonly search: WeekSearch;
}

/** Metrics and lists of the week. */
export function WeekContent({ week, stale, search }: WeekContentProps) {
  return (
    <div aria-busy={stale}>
      <Sentence week={week} />
      <p className={styles["note"]}>{comparedText(week)}</p>
      <ul className={styles["figures"]} aria-label="Metrics of the week">
        {weekMetrics(week).map((metric) => (
          <Metric key={metric.formula} metric={metric} />
        ))}
      </ul>
      <Movers week={week} />
      {week.figures.deleted_runs > 0 && (
        <p className={styles["note"]}>
          Some reports of this week were deleted. They still count in the metrics; causes and failing tests come from
          the remaining reports.
        </p>
      )}
      {weekParts(week).map((part) => (
        <WeekPartView key={part.title} part={part} week={week} search={search} />
      ))}
    </div>
  );
}

function Sentence({ week }: { readonly week: WeekSummary }) {
  const { verdict, tone, text } = weekSentence(week);
  return (
    <p className={styles["sentence"]}>
      {verdict !== null && <b className={styles[tone]}>{`${verdict}:`}</b>} {text}
    </p>
  );
}

/** Suites whose pass rate changed most. */
function Movers({ week }: { readonly week: WeekSummary }) {
  const lists = moverLists(week);
  if (lists.length === 0) return null;
  return (
    <div className={`${panel["panel"]} ${styles["movers"]}`}>
      {lists.map(({ title, rows, tone }) => (
        <section key={title} aria-label={title}>
          <h2 className={styles[tone]}>{title}</h2>
          <ul>
            {rows.map((mover) => (
              <li key={mover.suite}>
                <bdi dir="auto">{moverText(mover)}</bdi>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Metric({ metric }: { readonly metric: WeekFigure }) {
  const { formula, value, before, difference, tone, values, history } = metric;
  return (
    <li className={`${panel["panel"]} ${styles["figure"]}`}>
      <span className={styles["label"]}>
        {trendFormulas[formula].name}
        <FormulaNote formulas={[trendFormulas[formula]]} />
      </span>
      <span className={styles["value"]}>{value}</span>
      <span className={styles["under"]}>{before}</span>
      {difference !== "" && <b className={`${styles["difference"]} ${styles[tone]}`}>{difference}</b>}
      {values.length > 1 && <SparkLine values={values} label={history} color="ink-2" />}
    </li>
  );
}

/** Placeholder of the page while it loads. */
function WeekSkeleton() {
  return (
    <div aria-busy>
      <div className={styles["figures"]}>
        {[0, 1, 2, 3, 4].map((index) => (
          <Skeleton key={index} height={118} radius="lg" animate={false} />
        ))}
      </div>
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} height={240} mt={22} radius="lg" animate={false} />
      ))}
    </div>
  );
}
