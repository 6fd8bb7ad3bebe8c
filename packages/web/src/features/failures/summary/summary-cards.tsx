import { UnstyledButton } from "@mantine/core";
import type { DefectSummary } from "@plumb/contract/failures/failures.ts";
import type { ReactNode } from "react";
import { type FailureSearch, narrowed } from "#lib/address/failure-search.ts";
import { isTooFewToRate } from "#lib/format/accuracy.ts";
import { counted, formatCount, rate } from "#lib/format/format.ts";
import { previousText, signedCount } from "#features/failures/failure-texts.ts";
import styles from "./summary-cards.module.css";

interface SummaryCardsProps {
  readonly summary: DefectSummary;
  readonly search: FailureSearch;
  readonly onSearch: (search: FailureSearch) => void;
}

/** Metrics of the period, linked to their failures. */
export function SummaryCards({ summary, search, onSearch }: SummaryCardsProps) {
  const { totalFailures, classifiedPercent, unclassified, duplicateGroups, groups, newGroups } = summary;
  const toggle = () =>
    onSearch(narrowed(search, { class: search.class === "Unclassified" ? undefined : "Unclassified" }));
  const duplicates = narrowed(search, { tab: undefined, cause: undefined, sort: "occurrences" });
  const fresh = narrowed(search, { tab: undefined, cause: undefined, state: "new" });
  return (
    <ul className={styles["cards"]} aria-label="Metrics of these failures">
      <Card label="Total Failures" value={formatCount(totalFailures)}>
        <Change summary={summary} search={search} />
      </Card>
      <Card
        label="Classified"
        value={`${classifiedPercent}%`}
        formula={`${formatCount(totalFailures - unclassified)} of ${counted(totalFailures, "failure")} are classified`}
      >
        <UnstyledButton
          className={styles["filter"]}
          aria-pressed={search.class === "Unclassified"}
          title="Show unclassified failures only"
          onClick={toggle}
        >
          {`${formatCount(unclassified)} unclassified`}
        </UnstyledButton>
      </Card>
      <Card
        label="Duplicate Groups"
        value={formatCount(duplicateGroups)}
        formula={`Causes shared by two or more failures (of ${formatCount(groups)})`}
        onOpen={() => onSearch(duplicates)}
      >
        {`${counted(Math.max(0, totalFailures - groups), "repeat")} · `}
        {newGroups === 0 ? (
          "0 new causes"
        ) : (
          <UnstyledButton
            className={styles["filter"]}
            title="Show causes seen in one run only, or for less than a day"
            onClick={() => onSearch(fresh)}
          >
            {counted(newGroups, "new cause")}
          </UnstyledButton>
        )}
      </Card>
      <Card label="Accuracy" {...accuracyOf(summary)} onOpen={() => onSearch({ ...search, show: "quality" })} />
    </ul>
  );
}

function accuracyOf({ kept: right, reviewed }: DefectSummary): Pick<CardProps, "value" | "formula" | "children"> {
  const formula = "Share of reviewed classifications that users confirmed, all time";
  const confirmed = `${formatCount(right)} of ${formatCount(reviewed)}`;
  if (reviewed === 0) return { value: "–", formula, children: "Not reviewed yet" };
  if (isTooFewToRate(reviewed)) return { value: confirmed, formula, children: "confirmed, too few to rate" };
  return { value: `${rate(right, reviewed, 0)}%`, formula, children: `${confirmed} confirmed` };
}

interface CardProps {
  readonly label: string;
  readonly value: string;
  readonly formula?: string;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

function Card({ label, value, formula, onOpen, children }: CardProps) {
  return (
    <li className={styles["card"]}>
      <span className={styles["label"]}>{label}</span>
      {onOpen === undefined ? (
        <span className={styles["value"]} title={formula}>
          {value}
        </span>
      ) : (
        <UnstyledButton className={styles["value"]} aria-label={`${label}: ${value}`} title={formula} onClick={onOpen}>
          {value}
        </UnstyledButton>
      )}
      <span className={styles["under"]}>{children}</span>
    </li>
  );
}

/** Change from the previous period. More failures are worse for any window. */
function Change({ summary: { totalFailures, previousFailures }, search }: Omit<SummaryCardsProps, "onSearch">) {
  if (previousFailures === null) return null;
  const change = totalFailures - previousFailures;
  return (
    <span title={`Previously ${counted(previousFailures, "failure")}`}>
      <b className={styles[change > 0 ? "worse" : change < 0 ? "better" : "same"]}>{signedCount(change)}</b>
      {` vs ${previousText(search)}`}
    </span>
  );
}
