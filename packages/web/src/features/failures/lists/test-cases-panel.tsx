import type { TestCaseFailure } from "@plumb/contract/failures/failures.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDecide } from "#features/failures/decisions/decisions.ts";
import { useFailureActs } from "#features/failures/decisions/use-failure-acts.ts";
import { testCaseFailuresQuery } from "#features/failures/failures.queries.ts";
import type { FailureListProps } from "#features/failures/groups/groups-panel.tsx";
import { ListFrame } from "./list-frame.tsx";
import { type ReclassifyTarget, ReclassifyDialog } from "#features/failures/decisions/reclassify-dialog.tsx";
import { SelectionPanel } from "#features/failures/decisions/selection-panel.tsx";
import { TestCasesTable } from "./test-cases-table.tsx";
import type { RowActions } from "./row-actions.ts";
import { useFailureSelection } from "#features/failures/decisions/use-failure-selection.ts";

/** Tests that failed in the period, with actions for their failures. */
export function TestCasesPanel({ projectId, mayTriage, search, onSearch, dialog }: FailureListProps) {
  const tests = useQuery(testCaseFailuresQuery(projectId, search));
  const rows = tests.data?.data ?? [];
  const ids = rows.map(({ id }) => id);
  const selection = useFailureSelection({ search, list: "tests", ids, total: tests.data?.total ?? 0 });
  const acts = useFailureActs({ projectId, dialog, search, rows: rows.map(failureOf), selection });
  const [opened, setOpened] = useState<ReclassifyTarget | null>(null);
  const { mutate: decide, undoLast } = useDecide(projectId);
  const actions: RowActions = {
    ...selection,
    ids,
    // Keys and the menu for several rows apply only to these failures, not to similar ones.
    onClassify: (of, primaryClass) => {
      decide({
        kind: "classify",
        target: of === "selection" ? selection.target : { testCaseIds: [of] },
        primaryClass,
      });
      if (of === "selection") selection.clear();
    },
    onAct: acts.onAct,
    onUndo: undoLast,
    onCopyLink: acts.onCopyLink,
    onReclassify: (id) => {
      const row = rows.find((each) => each.id === id);
      if (row === undefined) return;
      const { testName, groupId, primaryClass, subClass } = row;
      const verdict = primaryClass === null ? {} : { primaryClass, subClass: subClass?.code ?? null };
      setOpened({ kind: "test", id, name: testName, groupId, ...verdict });
    },
  };
  return (
    <>
      <ListFrame query={tests} what="the tests" search={search} onSearch={onSearch}>
        {(visible) => (
          <TestCasesTable tests={visible} stale={tests.isPlaceholderData} actions={mayTriage ? actions : undefined} />
        )}
      </ListFrame>
      <SelectionPanel
        projectId={projectId}
        noun="test"
        target={selection.target}
        {...selection.bar}
        onClassify={(as) => actions.onClassify("selection", as)}
        acts={["assign", "quarantine"]}
        onAct={(act) => actions.onAct(act, "selection")}
      />
      {acts.dialog}
      {opened !== null && (
        <ReclassifyDialog
          projectId={projectId}
          target={opened}
          onClose={() => setOpened(null)}
          onDecide={(target, verdict) => decide({ kind: "classify", target, ...verdict })}
        />
      )}
    </>
  );
}

function failureOf({ id, runId, testName, errorLine, groupId }: TestCaseFailure) {
  const path = `/reports/${runId}?result=${id}`;
  return { id, testCaseId: id, groupId, name: testName, error: errorLine ?? "", path };
}
