import type { ResolvedCause } from "@plumb/contract/failures/resolutions.ts";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import type { ResolutionFigure } from "#lib/address/resolution-figure.ts";
import { calendarDay, counted, cut, formatDay, shortCommit } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { Pager } from "#ui/list/pager.tsx";
import styles from "./quality-view.module.css";
import { kindTexts, monthText, reasonTexts } from "./resolution-texts.ts";

interface ResolvedCausesViewProps {
  readonly figure: ResolutionFigure;
  readonly causes: readonly ResolvedCause[];
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
  readonly search: FailureSearch;
}

/** Causes behind a figure, with the runs and the change that resolved them. */
export function ResolvedCausesView({ figure, causes, total, page, pageSize, onPage, search }: ResolvedCausesViewProps) {
  // The link that opened the list disappeared together with the figures.
  const back = useRef<HTMLAnchorElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <section className={styles["quality"]} aria-labelledby="resolved-causes">
      <Link ref={back} to="/defects" search={{ ...search, show: "quality", figure: undefined }}>
        All figures
      </Link>
      <h2 id="resolved-causes">{`${counted(total, "cause")}: ${figureName(figure)}`}</h2>
      {causes.length === 0 ? (
        <p>No causes. They may have returned since the figures were loaded.</p>
      ) : (
        <ul className={styles["causes"]}>
          {causes.map((cause) => (
            <Cause key={cause.groupId} cause={cause} />
          ))}
        </ul>
      )}
      <Pager page={page} total={total} pageSize={pageSize} onPage={onPage} />
    </section>
  );
}

function Cause({ cause }: { readonly cause: ResolvedCause }) {
  const { groupId, message, class: name, kind, reason, agreed, failed, passed } = cause;
  const period = {
    window: "custom",
    startDate: calendarDay(failed.at),
    endDate: calendarDay(passed?.at ?? failed.at),
  } as const;
  return (
    <li>
      <Link to="/defects" search={{ ...period, group: groupId }} title={cut(message, 1000)}>
        <bdi dir="auto">{cut(message, 200)}</bdi>
      </Link>
      <span className={styles["facts"]}>
        <ClassBadge of={name ?? "Unclassified"} />
        <span>
          {kind === null ? reasonTexts[reason ?? "unclassified"] : kindTexts[kind]}
          {agreed !== null && (agreed ? " · agrees" : " · does not agree")}
        </span>
        <span>
          {"Failed "}
          <Run run={failed} />
          {passed !== null && (
            <>
              {", passed "}
              <Run run={passed} />
            </>
          )}
        </span>
      </span>
    </li>
  );
}

function Run({ run: { at, runId, commit } }: { readonly run: ResolvedCause["failed"] }) {
  const text = `${formatDay(at)}${commit === null ? "" : ` (${shortCommit(commit)})`}`;
  if (runId === null) return text;
  return (
    <Link to="/reports/$reportId" params={{ reportId: String(runId) }}>
      {text}
    </Link>
  );
}

function figureName({ month, class: name, kind, agreed, reason }: ResolutionFigure): string {
  const parts = [
    month === undefined ? undefined : monthText(month),
    name,
    kind === undefined ? undefined : kindTexts[kind],
    reason === undefined ? undefined : reasonTexts[reason],
    agreed === undefined ? undefined : agreed ? "agreed" : "did not agree",
  ];
  return parts.filter((part) => part !== undefined).join(" · ");
}
