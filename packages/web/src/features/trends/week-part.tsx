import { dayMs } from "@plumb/contract/durations.ts";
import { trendFormulas } from "@plumb/analysis/trends/formulas.ts";
import type { WeekFullList, WeekLine, WeekList, WeekPart, WeekTarget } from "@plumb/contract/trends/week-model.ts";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import type { ReactNode } from "react";
import type { WeekSearch } from "#lib/address/week-search.ts";
import { cut } from "#lib/format/format.ts";
import { FormulaNote } from "#ui/text/formula-note.tsx";
import panel from "#ui/layout/panel.module.css";
import { PageLink } from "#ui/text/page-link.tsx";
import styles from "./week-view.module.css";

interface WeekPartProps {
  readonly part: WeekPart;
  readonly week: WeekSummary;
  readonly search: WeekSearch;
}

/** Lists of one kind with their heading. Empty lists share one line below the others. */
export function WeekPartView({ part: { title, note, lists }, week, search }: WeekPartProps) {
  const filled = lists.filter(({ lines, more }) => lines.length > 0 || more !== null);
  const empty = lists.filter((list) => !filled.includes(list));
  return (
    <section className={styles["part"]} aria-label={title}>
      <h2>{title}</h2>
      {note !== "" && <p className={styles["note"]}>{note}</p>}
      <div className={styles["lists"]}>
        {filled.map((list) => (
          <ListView key={list.title} list={list} week={week} search={search} />
        ))}
      </div>
      {empty.length > 0 && (
        <p className={styles["empty"]}>
          {empty.map((list) => (
            <span key={list.title}>{list.empty}</span>
          ))}
        </p>
      )}
    </section>
  );
}

function ListView({ list, week, search }: { readonly list: WeekList } & Pick<WeekPartProps, "search" | "week">) {
  const { title, formula, summary, lines, more } = list;
  return (
    <section className={`${panel["panel"]} ${styles["list"]}`} aria-label={trendFormulas[formula].name}>
      <header>
        <h3>{title}</h3>
        <FormulaNote formulas={[trendFormulas[formula]]} />
        {summary !== "" && <span className={styles["summary"]}>{summary}</span>}
      </header>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <LineView key={line.key} line={line} />
          ))}
        </ul>
      )}
      {more !== null && (
        <p className={styles["more"]}>
          {more.text}
          {more.lists.map(({ text, list: full }, index) => (
            <span key={text}>
              {index > 0 ? " and " : more.text === "" ? "" : ", among "}
              <FullList list={full} week={week} search={search}>
                {text}
              </FullList>
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

/** Longer names are cut. The linked page shows the whole name. */
const longestTitle = 240;

function LineView({ line: { tag, title, detail, target } }: { readonly line: WeekLine }) {
  return (
    <li>
      <span className={styles["what"]}>
        {tag !== null && <span className={`${styles["tag"]} ${styles[tag.tone]}`}>{tag.text}</span>}
        <Target target={target} title={title}>
          <bdi dir="auto">{cut(title, longestTitle)}</bdi>
        </Target>
      </span>
      <span className={styles["detail"]}>{detail}</span>
    </li>
  );
}

function Target({ target: { kind, id }, ...link }: { target: WeekTarget; title: string; children: ReactNode }) {
  if (kind === "test") return <PageLink to="/tests/$testId" params={{ testId: String(id) }} {...link} />;
  if (kind === "cause") return <PageLink to="/defects" search={{ group: id }} {...link} />;
  return <PageLink to="/analysis" search={{ annotation: id }} {...link} />;
}

interface FullListProps extends Pick<WeekPartProps, "search" | "week"> {
  readonly list: WeekFullList;
  readonly children: string;
}

function FullList({ list, week, search, children }: FullListProps) {
  if (list.kind === "items")
    return (
      <PageLink
        to="/analysis"
        search={list.overdue ? { overdue: true } : { status: "todo", sortBy: "due_date", sortOrder: "asc" }}
      >
        {children}
      </PageLink>
    );
  if (list.kind === "causes")
    return (
      <PageLink
        to="/defects"
        search={{
          window: "custom",
          // The last failure of a resolved cause was in this week or the previous one.
          startDate: list.resolved ? daysBefore(week.from, 7) : week.from,
          endDate: week.to,
          ...(list.resolved ? { state: "resolved" } : { sort: "firstSeen" }),
        }}
      >
        {children}
      </PageLink>
    );
  return (
    <PageLink
      to="/tests"
      search={{
        ...(list.view !== "flaky" && { view: list.view }),
        suite: search.suite,
        owner: search.owner,
        ...(list.bySince && { sort: "since" }),
      }}
    >
      {children}
    </PageLink>
  );
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}
