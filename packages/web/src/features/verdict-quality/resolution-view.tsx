import { Table } from "@mantine/core";
import type { ResolutionQuality } from "@plumb/contract/failures/resolutions.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { figureText, type ResolutionFigure } from "#lib/address/resolution-figure.ts";
import { counted, formatCount, formatRate, rate } from "#lib/format/format.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import styles from "./quality-view.module.css";
import { kindTexts, monthText, reasonTexts } from "./resolution-texts.ts";

interface ResolutionViewProps {
  readonly quality: ResolutionQuality;
  readonly search: FailureSearch;
}

/**
 * How often the engine's class agreed with the change that resolved the cause, by class and month and by kind of change. Each figure links to its
 * causes.
 */
export function ResolutionView({ quality, search }: ResolutionViewProps) {
  const { months, kinds, without, pending } = quality;
  const [causes, agreed] = [sum(kinds.map((row) => row.causes)), sum(kinds.map((row) => row.agreed))];
  return (
    <section className={styles["quality"]} aria-labelledby="resolutions">
      <h2 id="resolutions">Compared with the repository</h2>
      <p className={styles["note"]}>
        When a cause is resolved, the commits between its last failing and its first passing run show what ended it.
        Covers the last 12 months.
      </p>
      {pending > 0 && (
        <output
          className={styles["note"]}
        >{`Comparing ${counted(pending, "resolved cause")} with the new path classes. The figures below are partly out of date.`}</output>
      )}
      <p>
        {causes === 0
          ? "No resolved cause could be compared yet. Runs need their commit, and the uploader must send the commits."
          : `The engine agreed in ${formatCount(agreed)} of ${counted(causes, "resolved cause")}: ${formatRate(rate(agreed, causes))}.`}
      </p>
      {months.length > 0 && (
        <Metrics
          label="By month and class"
          columns={["Month", "Class"]}
          rows={months.map(({ month, class: name, ...row }) => ({
            key: `${month} ${name}`,
            figure: { month, class: name },
            name: (
              <>
                <Table.Td data-part="name">{monthText(month)}</Table.Td>
                <Table.Td data-part="name">
                  <ClassBadge of={name} />
                </Table.Td>
              </>
            ),
            ...row,
          }))}
          search={search}
        />
      )}
      {kinds.length > 0 && (
        <Metrics
          label="By change"
          columns={["Change"]}
          rows={kinds.map(({ kind, ...row }) => ({
            key: kind,
            figure: { kind },
            name: <Table.Td data-part="name">{kindTexts[kind]}</Table.Td>,
            ...row,
          }))}
          search={search}
        />
      )}
      {without.length > 0 && (
        <section aria-label="Not compared">
          <h3>Not compared</h3>
          <CardTable label="Not compared" columns={["Reason", "Causes"]} verticalSpacing={6}>
            {without.map(({ reason, causes: count }) => (
              <Table.Tr key={reason}>
                <Table.Td data-part="name">{reasonTexts[reason]}</Table.Td>
                <Table.Td data-part="short" data-label="Causes">
                  <FigureLink search={search} figure={{ reason }} count={count} />
                </Table.Td>
              </Table.Tr>
            ))}
          </CardTable>
        </section>
      )}
    </section>
  );
}

interface MetricsProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly figure: ResolutionFigure;
    readonly name: ReactNode;
    readonly causes: number;
    readonly agreed: number;
  }[];
  readonly search: FailureSearch;
}

function Metrics({ label, columns, rows, search }: MetricsProps) {
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <CardTable label={label} columns={[...columns, "Causes", "Agreed", "Agreement"]} verticalSpacing={6}>
        {rows.map(({ key, figure, name, causes, agreed }) => (
          <Table.Tr key={key}>
            {name}
            <Table.Td data-part="short" data-label="Causes">
              <FigureLink search={search} figure={figure} count={causes} />
            </Table.Td>
            <Table.Td data-part="short" data-label="Agreed">
              <FigureLink search={search} figure={{ ...figure, agreed: true }} count={agreed} />
            </Table.Td>
            <Table.Td data-part="short" data-label="Agreement">
              {formatRate(rate(agreed, causes))}
            </Table.Td>
          </Table.Tr>
        ))}
      </CardTable>
    </section>
  );
}

interface FigureLinkProps {
  readonly search: FailureSearch;
  readonly figure: ResolutionFigure;
  readonly count: number;
}

function FigureLink({ search, figure, count }: FigureLinkProps) {
  if (count === 0) return "0";
  return (
    <Link to="/defects" search={{ ...search, show: "quality", figure: figureText(figure) }} resetScroll={false}>
      {formatCount(count)}
    </Link>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
