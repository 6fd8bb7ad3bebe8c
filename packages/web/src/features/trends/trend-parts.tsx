import { Button, SegmentedControl, Table, UnstyledButton } from "@mantine/core";
import type { TrendPart } from "@plumb/contract/trends/trends.ts";
import { useState } from "react";
import type { TrendSearch } from "#lib/address/trend-search.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import panel from "#ui/layout/panel.module.css";
import { changeOf } from "./change.ts";
import styles from "./trend-tables.module.css";
import { formatCount, formatRate } from "#lib/format/format.ts";
import { formatMinutes } from "./trend-texts.ts";

interface TrendPartsProps {
  readonly parts: readonly TrendPart[];
  readonly search: TrendSearch;
  readonly onSearch: (search: TrendSearch) => void;
}

const rows = 20;
const moreRows = 100;

/** Suites or environments that contribute to the data. A click filters the page by its name. */
export function TrendParts({ parts, search, onSearch }: TrendPartsProps) {
  const [visible, setVisible] = useState(rows);
  const field = search.parts === "environments" ? "environment" : "suite";
  const word = field === "suite" ? "Test suite" : "Environment";
  return (
    <section className={`${panel["panel"]} ${styles["table"]}`} aria-label="Breakdown">
      <header className={`${panel["head"]} ${styles["head"]}`}>
        <h2>Breakdown</h2>
        <SegmentedControl
          className={panel["right"] ?? ""}
          size="xs"
          aria-label="Parts"
          data={[
            { value: "suites", label: "Suites" },
            { value: "environments", label: "Environments" },
          ]}
          value={search.parts ?? "suites"}
          onChange={(value) => onSearch({ ...search, parts: value === "environments" ? "environments" : undefined })}
        />
      </header>
      <CardTable
        label={`Metrics by ${word.toLowerCase()}`}
        columns={[word, "Runs", "Failed", "Flaky", "Pass rate", "Before", "Average"]}
      >
        {parts.slice(0, visible).map((part) => (
          <Table.Tr key={part.name}>
            <Table.Td data-part="name">
              <UnstyledButton
                className={styles["name"] ?? ""}
                title={`Only ${part.name}`}
                onClick={() => onSearch({ ...search, [field]: [part.name] })}
              >
                {part.name}
              </UnstyledButton>
            </Table.Td>
            <Table.Td data-part="short" data-label="Runs">
              {formatCount(part.total_runs)}
            </Table.Td>
            <Table.Td data-part="short" data-label="Failed">
              {formatCount(part.failed_runs)}
            </Table.Td>
            <Table.Td data-part="short" data-label="Flaky">
              {formatCount(part.flaky_runs)}
            </Table.Td>
            <Table.Td data-part="short" data-label="Pass rate">
              {formatRate(part.pass_rate)}
            </Table.Td>
            <Table.Td data-part="short" data-label="Before">
              {part.previous.pass_rate === null
                ? "–"
                : `${formatRate(part.previous.pass_rate)} (${changeOf(part.pass_rate, part.previous.pass_rate, true).text})`}
            </Table.Td>
            <Table.Td data-part="short" data-label="Average">
              {formatMinutes(part.avg_duration_minutes)}
            </Table.Td>
          </Table.Tr>
        ))}
      </CardTable>
      {parts.length > visible && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={styles["more"] ?? ""}
          onClick={() => setVisible(visible + moreRows)}
        >
          {`Show more of ${formatCount(parts.length)}`}
        </Button>
      )}
    </section>
  );
}
