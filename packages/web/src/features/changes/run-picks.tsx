import { Button, CloseButton } from "@mantine/core";
import { maxCompared } from "@plumb/contract/runs/change-names.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconArrowsExchange, IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type CompareSearch, chosenReports, ofReports } from "#lib/address/compare-search.ts";
import { chosenReportQuery } from "./changes.queries.ts";
import { BasePresets } from "./base-presets.tsx";
import { placedByTime } from "./placed-by-time.ts";
import { ReportPick } from "./report-pick.tsx";
import styles from "./run-picks.module.css";

interface RunPicksProps {
  readonly projectId: number;
  readonly search: CompareSearch;
  readonly onSearch: (search: CompareSearch) => void;
}

/** Selects the base, the head and the reports between them. */
export function RunPicks({ projectId, search, onSearch }: RunPicksProps) {
  const [adding, setAdding] = useState(false);
  const queryClient = useQueryClient();
  const ids = chosenReports(search);
  const { base, head } = search;
  const isPair = base !== undefined && head !== undefined && base !== head;
  const readAlready = (id: number) => queryClient.getQueryData(chosenReportQuery(id).queryKey);
  const add = (report: Report) => {
    setAdding(false);
    onSearch(ofReports(search, placedByTime(ids, report, readAlready)));
  };
  const more = isPair && ids.length < maxCompared;
  return (
    <>
      {ids.length > 2 ? (
        <ol className={styles["many"]} aria-label="Compared reports">
          {ids.map((id, at) => (
            <li key={id}>
              <ReportPick
                projectId={projectId}
                label={at === 0 ? "Base" : at === ids.length - 1 ? "Head" : `Report ${at + 1}`}
                value={id}
                onPick={({ id: picked }) => onSearch(ofReports(search, ids.with(at, picked)))}
              />
              <CloseButton
                size="md"
                aria-label={`Compare without report ${at + 1}`}
                onClick={() => onSearch(ofReports(search, ids.toSpliced(at, 1)))}
              />
            </li>
          ))}
        </ol>
      ) : (
        <div className={styles["pair"]}>
          <ReportPick
            projectId={projectId}
            label="Base"
            value={base}
            beside={head}
            onPick={({ id }) => onSearch({ ...search, base: id })}
          />
          <Button
            variant="default"
            leftSection={<IconArrowsExchange size={15} aria-hidden />}
            disabled={base === undefined || head === undefined}
            onClick={() => onSearch({ ...search, base: head, head: base })}
          >
            Swap
          </Button>
          <ReportPick
            projectId={projectId}
            label="Head"
            value={head}
            beside={base}
            onPick={({ id }) => onSearch({ ...search, head: id })}
          />
        </div>
      )}
      {ids.length <= 2 && head !== undefined && <BasePresets base={base} head={head} />}
      {more && (
        <div className={styles["more"]}>
          {adding ? (
            <ReportPick projectId={projectId} label="Another report" value={undefined} beside={head} onPick={add} />
          ) : (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              Add a report
            </Button>
          )}
        </div>
      )}
    </>
  );
}
