import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isWebAddress } from "#lib/address/web-address.ts";
import type { TrendSearch } from "#lib/address/trend-search.ts";
import { counted, cut, formatCalendarDay, formatRate } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { eventStyles } from "#ui/charts/event-styles.ts";
import { failuresOfDip, searchOfDip } from "./dip-callouts.ts";
import type { ExplainedDip } from "./explained-dips.ts";
import { reportsOf } from "./trend-points.ts";
import styles from "./trend-events.module.css";

const maxListed = 3;

interface DipsViewProps {
  readonly dips: readonly ExplainedDip[];
  readonly search: TrendSearch;
}

/** A sentence for each period with an unusually low pass rate: what happened in it, with links. */
export function DipsView({ dips, search }: DipsViewProps) {
  if (dips.length === 0) return null;
  return (
    <section className={`${panel["panel"]} ${styles["events"]}`} aria-labelledby="dips">
      <div className={panel["head"]}>
        <h2 id="dips">Lowest pass rates</h2>
      </div>
      <ul className={styles["dips"]}>
        {dips.map((dip) => (
          <li key={dip.period.from}>
            <Link to="/reports" search={reportsOf(dip.period, searchOfDip(dip, search))}>
              {dip.period.from === dip.period.to
                ? formatCalendarDay(dip.period.from)
                : `${formatCalendarDay(dip.period.from)} to ${formatCalendarDay(dip.period.to)}`}
            </Link>
            {": "}
            {dip.suite !== null && <bdi>{`${cut(dip.suite, 80)} `}</bdi>}
            {`${formatRate(dip.rate)} passed${dip.isFirstAttempt ? " on the first attempt" : ""} in ${counted(dip.period.total_runs, "run")}, usually ${formatRate(dip.usual)}`}
            {reasons(dip, search).map(({ key, text }) => (
              <span key={key}>{text}</span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns incidents, new causes, events and missing tests, in this order. */
function reasons(dip: ExplainedDip, search: TrendSearch): { readonly key: string; readonly text: ReactNode }[] {
  const { period, events, failures, incidents = [] } = dip;
  const window = failuresOfDip(dip, search);
  const removed = period.growth?.removed ?? 0;
  const known = failures !== undefined && failures.groups > 0;
  return [
    ...incidents.slice(0, maxListed).map(({ id, name, tests }) => ({
      key: `incident ${id}`,
      text: (
        <Link to="/defects" search={{ ...window, incident: id }}>
          {`incident ${cut(name, 80)} (${counted(tests, "test")})`}
        </Link>
      ),
    })),
    ...(known
      ? [
          {
            key: "causes",
            text: (
              <Link to="/defects" search={window}>
                {failures.newGroups > 0
                  ? `${counted(failures.newGroups, "new cause")} of ${failures.groups}`
                  : counted(failures.groups, "known cause")}
              </Link>
            ),
          },
        ]
      : []),
    ...events.slice(0, maxListed).map(({ id, kind, title, url }) => {
      const text = `${eventStyles[kind].word.toLowerCase()} ${cut(title, 80)}`;
      return { key: `event ${id}`, text: isWebAddress(url) ? <a href={url}>{text}</a> : text };
    }),
    ...(removed > 0 ? [{ key: "removed", text: `${counted(removed, "test")} removed` }] : []),
  ];
}
