import type { TestGrid } from "@plumb/contract/tests/test-grid.ts";
import { useState } from "react";
import { hostileName } from "#features/tests/sample-test.ts";
import type { TestGridSearch } from "#lib/address/test-grid-search.ts";
import { sampleGrid } from "./sample-grid.ts";
import { TestGridView } from "./test-grid-view.tsx";

interface ExampleProps {
  readonly grid: TestGrid | undefined;
  readonly error?: Error;
  readonly start?: TestGridSearch;
  readonly mayTriage?: boolean;
}

const createButton = (causes: readonly unknown[]) => <button type="button">{`Create ${causes.length}`}</button>;

function Example({ grid, error, start = {}, mayTriage = true }: ExampleProps) {
  const [search, setSearch] = useState(start);
  const [opened, setOpened] = useState("");
  return (
    <>
      <TestGridView
        grid={grid}
        options={{
          testSuites: ["web"],
          environments: ["staging", "preview"],
          branches: ["main"],
          frameworks: [],
          tags: [],
          facts: [],
          owners: ["@checkout"],
        }}
        stale={false}
        error={error ?? null}
        onRetry={() => undefined}
        search={search}
        onSearch={setSearch}
        onOpenResult={(reportId, resultId) => setOpened(`${reportId}/${resultId}`)}
        actionsOf={mayTriage ? createButton : null}
      />
      <output aria-label="Search">{JSON.stringify(search)}</output>
      <output aria-label="Opened">{opened}</output>
    </>
  );
}

const usual = sampleGrid({ tests: 40, runs: 16 });

export const Outcomes = () => <Example grid={usual} />;
export const Causes = () => <Example grid={usual} start={{ color: "cause" }} />;
export const OfCause = () => <Example grid={usual} start={{ cause: 31 }} />;
export const Viewer = () => <Example grid={usual} mayTriage={false} />;
export const Huge = () => (
  <Example grid={{ ...sampleGrid({ tests: 5000, runs: 100 }), moreTests: true, moreRuns: true }} />
);

/** One column per environment, each cell with several results. */
const environments: TestGrid = {
  ...usual,
  by: "environment",
  columns: [
    { name: "preview", runs: [1, 3] },
    { name: "", runs: [0, 2] },
  ],
  tests: usual.tests.slice(0, 2).map((test, row) => ({
    ...test,
    outcomes: row === 0 ? "FP" : "P.",
    causes: row === 0 ? [[0, 1]] : [],
    results: row === 0 ? [10_003] : [],
    runs: row === 0 ? [3] : [],
    counts: row === 0 ? [2, 8, 8, 8] : [8, 8],
  })),
};
export const Environments = () => <Example grid={environments} start={{ by: "environment" }} />;

const hostile: TestGrid = {
  ...usual,
  tests: usual.tests.map((test) => ({ ...test, file: null, title: hostileName.slice(0, 300), owner: hostileName })),
  causes: usual.causes.map((cause) => ({ ...cause, message: hostileName.slice(0, 200) })),
};
export const Hostile = () => <Example grid={hostile} start={{ color: "cause" }} />;
const none = { ...usual, runs: [], columns: [], tests: [], causes: [] };
export const Empty = () => <Example grid={none} />;
export const Narrowed = () => <Example grid={none} start={{ q: "nothing", suite: ["web"], by: "day" }} />;
export const Loading = () => <Example grid={undefined} />;
export const Failed = () => <Example grid={undefined} error={new Error("away")} />;
