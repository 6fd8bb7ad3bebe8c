import type { TestSummary, TestView } from "@plumb/contract/tests/tests.ts";
import { useState } from "react";
import type { TestsSearch } from "#lib/address/tests-search.ts";
import { hostileName, sampleNamedRun, sampleTest } from "./sample-test.ts";
import { TestsView } from "./tests-view.tsx";

interface ExampleProps {
  readonly tests: readonly TestSummary[] | undefined;
  readonly total?: number;
  readonly error?: Error;
  readonly start?: TestsSearch;
}

function Example({ tests, total, error, start = {} }: ExampleProps) {
  const [search, setSearch] = useState(start);
  return (
    <>
      <TestsView
        options={{
          testSuites: ["checkout", "api"],
          environments: ["staging", "production"],
          branches: ["main"],
          frameworks: [],
          tags: ["nightly"],
          facts: ["browser=chrome-143", "os=linux"],
          owners: [],
        }}
        page={tests && { data: tests, total: total ?? tests.length, more: total === 1000 }}
        stale={false}
        error={error ?? null}
        onRetry={() => undefined}
        search={search}
        onSearch={setSearch}
      />
      <output aria-label="Search">{JSON.stringify(search)}</output>
    </>
  );
}

const quarantine = {
  id: 1,
  kind: "quarantine",
  reason: "BUG-7: the sandbox of the bank is slow",
  owner: "ana",
  by: "Ben Ode",
  startsAt: "2026-02-20T08:00:00.000Z",
  endsAt: "2026-04-20T08:00:00.000Z",
  releaseAfter: 10,
  cleanRuns: 4,
} as const;

const of = (view: TestView): TestsSearch => (view === "flaky" ? {} : { view });

export const Flaky = () => (
  <Example
    tests={[
      sampleTest(),
      sampleTest({ id: 8, titlePath: ["Cart", "keeps the items"], owner: null, quarantine, causes: [], lostTime: 0 }),
    ]}
    total={60}
  />
);
export const Huge = () => <Example tests={[sampleTest()]} total={1000} start={of("slow")} />;
export const Broken = () => (
  <Example
    tests={[sampleTest({ state: "broken", evidence: { retry: 0, same_commit: 0, flip: 0 } })]}
    start={of("broken")}
  />
);
export const Slowing = () => (
  <Example tests={[sampleTest(), sampleTest({ id: 9, earlierDuration: null })]} start={of("slowing")} />
);
export const Quarantined = () => (
  <Example
    tests={[
      sampleTest({ quarantine }),
      sampleTest({ id: 8, quarantine: { ...quarantine, id: 2, kind: "mute", endsAt: null, releaseAfter: null } }),
    ]}
    start={of("quarantined")}
  />
);
export const All = () => (
  <Example
    tests={[
      sampleTest({ state: "healthy" }),
      sampleTest({ id: 8, state: "unknown", lastRun: sampleNamedRun({ exists: false }) }),
      sampleTest({ id: 9, state: "healthy", lastRun: null }),
    ]}
    start={of("all")}
  />
);
export const Gone = () => <Example tests={[sampleTest()]} start={of("gone")} />;
export const Hostile = () => (
  <Example tests={[sampleTest({ titlePath: [hostileName], file: hostileName, owner: hostileName.slice(0, 200) })]} />
);
export const Empty = () => <Example tests={[]} />;
export const Narrowed = () => <Example tests={[]} start={{ q: "nothing", suite: ["checkout"] }} />;
export const Loading = () => <Example tests={undefined} />;
export const Failed = () => <Example tests={undefined} error={new Error("away")} />;
