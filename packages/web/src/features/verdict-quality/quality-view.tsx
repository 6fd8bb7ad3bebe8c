import { Table } from "@mantine/core";
import type { VerdictQuality } from "@plumb/contract/failures/decisions.ts";
import { cut, formatCount, formatRate, rate } from "#lib/format/format.ts";
import { isTooFewToRate } from "#lib/format/accuracy.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { ConfusionTable } from "./confusion-table.tsx";
import styles from "./quality-view.module.css";

const kinds = {
  rule: "Rule",
  model: "Trained model",
  project: "Decisions of this project",
  "project-rule": "Rule of this project",
} as const;

/** Share of reviewed verdicts that users confirmed, in total, by class and by rule, and the classes that they chose otherwise. */
export function QualityView({
  quality: { reviewed, kept, byClass, confusion, byDecider },
}: {
  readonly quality: VerdictQuality;
}) {
  return (
    <div className={styles["quality"]}>
      <p>
        {reviewed === 0
          ? "Not reviewed yet. Each confirmed or changed class counts here."
          : `${formatCount(kept)} of ${formatCount(reviewed)} reviewed verdicts were confirmed${isTooFewToRate(reviewed) ? ", too few to rate." : `: ${formatRate(rate(kept, reviewed))}.`}`}
      </p>
      {byClass.length > 0 && (
        <section aria-label="By class">
          <h3>By class</h3>
          <CardTable label="By class" columns={["Class", "Reviewed", "Confirmed", "Accuracy"]} verticalSpacing={6}>
            {byClass.map((row) => (
              <Table.Tr key={row.class}>
                <Table.Td data-part="name">
                  <ClassBadge of={row.class} />
                </Table.Td>
                <Metrics {...row} />
              </Table.Tr>
            ))}
          </CardTable>
        </section>
      )}
      {confusion.length > 0 && <ConfusionTable confusion={confusion} />}
      {byDecider.length > 0 && (
        <section aria-label="By source">
          <h3>By source</h3>
          <CardTable
            label="By source"
            columns={["Decided by", "Failures", "Reviewed", "Confirmed", "Accuracy"]}
            verticalSpacing={6}
          >
            {byDecider.map((row) => (
              <Table.Tr key={`${row.kind} ${row.name}`}>
                <Table.Td data-part="name">
                  {kinds[row.kind]} {row.kind === "rule" && <code>{cut(row.name, 200)}</code>}
                  {row.kind === "project-rule" && <bdi>{`“${cut(row.name, 200)}”`}</bdi>}
                </Table.Td>
                <Table.Td data-part="short" data-label="Failures">
                  {formatCount(row.failures)}
                </Table.Td>
                <Metrics {...row} />
              </Table.Tr>
            ))}
          </CardTable>
        </section>
      )}
    </div>
  );
}

function Metrics({ reviewed, kept }: { readonly reviewed: number; readonly kept: number }) {
  return (
    <>
      <Table.Td data-part="short" data-label="Reviewed">
        {formatCount(reviewed)}
      </Table.Td>
      <Table.Td data-part="short" data-label="Confirmed">
        {formatCount(kept)}
      </Table.Td>
      <Table.Td data-part="short" data-label="Accuracy">
        {isTooFewToRate(reviewed) ? "Too few" : formatRate(rate(kept, reviewed))}
      </Table.Td>
    </>
  );
}
