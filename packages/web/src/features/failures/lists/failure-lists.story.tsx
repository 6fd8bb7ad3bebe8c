import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import { useState } from "react";
import { GroupDetails } from "#features/failures/groups/group-details.tsx";
import { GroupsTable } from "#features/failures/groups/groups-table.tsx";
import { SameAs } from "#features/failures/groups/same-as-dialog.tsx";
import { MergeDialog } from "#features/failures/groups/merge-dialog.tsx";
import { ReclassifyForm } from "#features/failures/decisions/reclassify-form.tsx";
import {
  hostileText,
  sampleDetails,
  sampleGroup,
  sampleGroups,
  sampleRun,
  sampleSummary,
  sampleTest,
} from "#features/failures/sample-failures.ts";
import { RunsBar } from "#features/failures/filters/runs-bar.tsx";
import { SelectionBar } from "#features/failures/decisions/selection-bar.tsx";
import { SuiteRunsTable } from "./suite-runs-table.tsx";
import { TestCasesTable } from "./test-cases-table.tsx";
import { useSelection } from "#lib/keys/use-selection.ts";
import type { RowActions } from "./row-actions.ts";

/** Shows the last action, for specs. */
function Done({ call }: { readonly call: unknown }) {
  return <output aria-label="Done">{call === null ? "" : JSON.stringify(call)}</output>;
}

/** Keeps the selection and logs actions. */
function useActions(ids: readonly number[]) {
  const [done, setDone] = useState<unknown>(null);
  const selection = useSelection("all");
  const { selected, clear } = selection;
  const actions: RowActions = {
    ...selection,
    ids,
    onClassify: (of, as) => setDone({ classify: of === "selection" ? [...selected] : [of], as }),
    onAct: (act, of) => setDone({ [act]: of === "selection" ? [...selected] : [of] }),
    onUndo: () => setDone({ undo: "last" }),
    onCopyLink: (id) => setDone({ link: id }),
    onReclassify: (id) => setDone({ reclassify: id }),
  };
  return { actions, selection, clear, setDone, said: <Done call={done} /> };
}

interface GroupsProps {
  readonly groups: readonly FailureGroup[];
  readonly viewer?: boolean;
  readonly start?: number;
}

function GroupList({ groups, viewer = false, start }: GroupsProps) {
  const { actions, selection, clear, said, setDone } = useActions(groups.map(({ id }) => id));
  const [opened, setOpened] = useState(start);
  const detailsActions = {
    onReclassify: () => setDone({ reclassify: "group" }),
    onSplit: (id: number, signatures: readonly string[]) => setDone({ split: id, signatures: signatures.length }),
    onPin: (id: number, pinned: boolean) => setDone({ pin: id, pinned }),
    onUndo: (id: number) => setDone({ undo: id }),
    onTakeOver: (id: number, as: string) => setDone({ classify: [id], as }),
    onMakeRule: () => setDone({ rule: "new" }),
  };
  const details = (group: FailureGroup) => (
    <GroupDetails
      group={sampleDetails({
        ...group,
        ...(group.representativeError === hostileText && {
          reason: hostileText,
          normalizedText: hostileText,
          evidence: [hostileText],
          suites: [{ suiteName: hostileText, occurrences: 3_000_000 }],
        }),
      })}
      search={{}}
      actions={viewer ? undefined : detailsActions}
    />
  );
  return (
    <>
      <GroupsTable
        groups={groups}
        stale={false}
        periodText="in 30 days"
        opened={opened}
        onOpen={setOpened}
        causeSearch={(cause, tab) => ({ tab, cause })}
        actions={viewer ? undefined : actions}
        details={details}
      />
      <SelectionBar
        noun="cause"
        count={selection.all ? 143 : actions.selected.size}
        more={selection.all ? null : 143}
        onSelectAll={selection.onSelectAll}
        reach={{ text: "99 failures", failures: 99, already: { "Environment Issue": 12 } }}
        onClassify={(as) => actions.onClassify("selection", as)}
        acts={["assign", "same", "ticket", "quarantine"]}
        onAct={(act) => actions.onAct(act, "selection")}
        onClear={clear}
      />
      {said}
    </>
  );
}

export const Groups = () => <GroupList groups={sampleGroups()} />;
export const GroupsOfViewer = () => <GroupList groups={sampleGroups()} viewer start={1} />;
export const OpenGroup = () => <GroupList groups={sampleGroups()} start={1} />;
export const HostileGroups = () => (
  <GroupList
    groups={[
      sampleGroup({
        representativeError: hostileText,
        occurrenceCount: 12_345_678,
        testCount: 1_234_567,
        runCount: 99_999,
        memberTests: Array.from({ length: 10 }, (_, index) => ({ id: index + 1, runId: 84, testName: hostileText })),
        spark: [],
      }),
    ]}
    start={1}
  />
);

/** The bar sticks to the lower edge of a long list. */
export function Merging() {
  const [merging, setMerging] = useState(false);
  const [count, setCount] = useState(2);
  return (
    <>
      <main tabIndex={-1} style={{ height: 4000 }}>
        A long list
      </main>
      <SelectionBar
        noun="cause"
        count={count}
        reach={null}
        onClassify={() => undefined}
        acts={["same"]}
        onAct={() => setMerging(true)}
        onClear={() => setCount(0)}
      />
      {merging && (
        <MergeDialog groups={sampleGroups()} onClose={() => setMerging(false)} onMerge={() => setMerging(false)} />
      )}
    </>
  );
}

function TestList({ viewer = false, name }: { readonly viewer?: boolean; readonly name?: string }) {
  const { actions, said } = useActions([901, 902, 903]);
  const text = name === undefined ? {} : { testName: name, errorLine: name, suiteName: name, branch: name };
  return (
    <>
      <TestCasesTable
        tests={[
          sampleTest(text),
          sampleTest({ id: 902, testId: 32, testName: "search › finds words", primaryClass: null, subClass: null }),
          sampleTest({ id: 903, testId: 33, testName: "login › remembers", errorLine: null, failures: 1_234_567 }),
        ]}
        stale={false}
        actions={viewer ? undefined : actions}
      />
      {said}
    </>
  );
}

const targets = sampleGroups().map(({ id, representativeError }) => ({
  id,
  error: representativeError,
  hint: "3 failures",
}));

export function SameCause() {
  const [done, setDone] = useState<unknown>(null);
  return (
    <>
      <SameAs
        count={1}
        targets={[...targets, { id: 99, error: hostileText, hint: "Likely duplicate · 1 failure" }]}
        isError={false}
        onClose={() => setDone("closed")}
        onMerge={({ id }) => setDone({ same: id })}
      />
      <Done call={done} />
    </>
  );
}

export const Tests = () => <TestList />;
export const TestsOfViewer = () => <TestList viewer />;
export const HostileTests = () => <TestList name={hostileText} />;

function RunList({ name }: { readonly name?: string }) {
  const { selected, onSelect, clear } = useSelection("all");
  const [done, setDone] = useState<unknown>(null);
  return (
    <>
      <SuiteRunsTable
        runs={[
          sampleRun(name === undefined ? {} : { suiteName: name, environment: name, failures: 1_234_567 }),
          sampleRun({ runId: 83, runNumber: 127, newGroups: 0, topSubClasses: [] }),
        ]}
        stale={false}
        search={{ tab: "runs" }}
        selection={{ selected, onSelect }}
      />
      <RunsBar count={selected.size} onNarrow={() => setDone({ runs: [...selected] })} onClear={clear} />
      <Done call={done} />
    </>
  );
}

export const Runs = () => <RunList />;
export const HostileRuns = () => <RunList name={hostileText} />;

export const Reclassify = () => {
  const [done, setDone] = useState<unknown>(null);
  return (
    <>
      <ReclassifyForm
        name="Payment API answers 500"
        verdict={{ primaryClass: "Application Defect", subClass: "A3" }}
        scopes={[
          { scope: "failure", label: "This failure", reach: "1 failure" },
          { scope: "test", label: "This test", reach: "its failures of this cause" },
          { scope: "group", label: "All failures of this cause", reach: "41 failures and future ones" },
        ]}
        reach={null}
        onCancel={() => setDone({ cancel: true })}
        onDecide={({ primaryClass, subClass }, scope) => setDone({ primaryClass, subClass, scope })}
      />
      <Done call={done} />
    </>
  );
};

export const Merge = () => {
  const [done, setDone] = useState<unknown>(null);
  return (
    <>
      <MergeDialog
        groups={sampleGroups().slice(0, sampleSummary().newGroups)}
        onClose={() => undefined}
        onMerge={(ids) => setDone({ merge: ids })}
      />
      <Done call={done} />
    </>
  );
};
