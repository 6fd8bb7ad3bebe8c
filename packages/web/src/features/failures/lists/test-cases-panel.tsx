import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDecide } from "#features/failures/decisions/decisions.ts";
import { testCaseFailuresQuery } from "#features/failures/failures.queries.ts";
import type { FailureListProps } from "#features/failures/groups/groups-panel.tsx";
import { ListFrame } from "./list-frame.tsx";
import { type ReclassifyTarget, ReclassifyDialog } from "#features/failures/decisions/reclassify-dialog.tsx";
import { SelectionPanel } from "#features/failures/decisions/selection-panel.tsx";
import { TestCasesTable } from "./test-cases-table.tsx";
import type { RowActions } from "./use-row-keys.ts";
import { useSelection } from "#features/failures/decisions/use-selection.ts";

/** Tests that failed in the period, with actions for their failures. */
export function TestCasesPanel({ projectId, mayTriage, search, onSearch }: FailureListProps) {
  const tests = useQuery(testCaseFailuresQuery(projectId, search));
  const { selected, onSelect, clear } = useSelection(JSON.stringify(search));
  const [opened, setOpened] = useState<ReclassifyTarget | null>(null);
  const { mutate: decide } = useDecide(projectId);
  const actions: RowActions = {
    selected,
    onSelect,
    // Keys and the menu for several rows apply only to these failures, not to similar ones.
    onClassify: (testCaseIds, primaryClass) => {
      decide({ kind: "classify", target: { testCaseIds }, primaryClass });
      clear();
    },
    onReclassify: (id) => {
      const row = tests.data?.data.find((each) => each.id === id);
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
        target={{ testCaseIds: [...selected] }}
        onClassify={(as) => actions.onClassify([...selected], as)}
        onClear={clear}
      />
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
