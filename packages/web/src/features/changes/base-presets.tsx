import type { ReportChanges } from "@plumb/contract/runs/compare.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { chosenReportQuery, reportChangesQuery, weekBeforeQuery } from "./changes.queries.ts";
import styles from "./run-picks.module.css";

interface BasePresetsProps {
  readonly base: number | undefined;
  readonly head: number;
}

/** Links to the comparisons of a report with the runs that people ask for. */
export function BasePresets({ base, head }: BasePresetsProps) {
  const changes = useQuery(reportChangesQuery(head));
  const { data: report } = useQuery(chosenReportQuery(head));
  if (changes.data === undefined || report === undefined)
    return <p className={styles["presets"]}>{changes.isError ? "Earlier runs could not be loaded." : " "}</p>;
  return <PresetsOf base={base} report={report} changes={changes.data} />;
}

interface PresetsOfProps {
  readonly base: number | undefined;
  readonly report: Report;
  readonly changes: Pick<ReportChanges, "base" | "lastGreen" | "previous">;
}

function PresetsOf({ base, report, changes }: PresetsOfProps) {
  const { data: weekBefore = null } = useQuery(weekBeforeQuery(report));
  return <BasePresetLinks base={base} head={report.id} presets={presetsOf(report, changes, weekBefore)} />;
}

interface Preset {
  readonly label: string;
  readonly id: number;
  readonly number: number;
}

/** Returns the presets, each run once with all its names. */
export function presetsOf(
  { branch }: Pick<Report, "branch">,
  { base, previous, lastGreen }: PresetsOfProps["changes"],
  weekBefore: Pick<Report, "id" | "number"> | null,
): Preset[] {
  const isOwnBranch = base !== null && base.branch === branch;
  const named = [
    ["previous", previous ?? (isOwnBranch ? base : null)],
    ["last green", lastGreen],
    [base?.branch ?? "main branch", isOwnBranch ? null : base],
    ["a week ago", weekBefore],
  ] as const;
  const presets = named.flatMap(([label, run]) => (run === null ? [] : [{ label, id: run.id, number: run.number }]));
  return [...Map.groupBy(presets, ({ id }) => id).values()].flatMap((ofRun) => {
    const [first] = ofRun;
    return first === undefined ? [] : [{ ...first, label: ofRun.map(({ label }) => label).join(", ") }];
  });
}

interface BasePresetLinksProps {
  readonly base: number | undefined;
  readonly head: number;
  readonly presets: readonly Preset[];
}

export function BasePresetLinks({ base, head, presets }: BasePresetLinksProps) {
  if (presets.length === 0) return <p className={styles["presets"]}>No earlier finished run of this suite</p>;
  return (
    <nav className={styles["presets"]} aria-label="Compare with">
      <span>Compare with</span>
      {presets.map(({ label, id, number }) => (
        <Link
          key={id}
          to="/reports/compare"
          search={{ base: id, head }}
          resetScroll={false}
          {...(id === base && { "aria-current": "page" })}
        >
          <bdi>{label}</bdi> <span>{`#${number}`}</span>
        </Link>
      ))}
    </nav>
  );
}
