import type { LostSuiteTest, SuiteChanges, SuiteTest } from "@plumb/contract/runs/suite-changes.ts";
import { SuiteChangesNotice } from "./suite-changes-notice.tsx";

function suiteTest(testId: number, title: string): SuiteTest {
  return {
    testId,
    resultId: testId + 100,
    file: "tests/cart.spec.ts",
    titlePath: ["cart", title],
    variant: "chromium",
  };
}

function lostTest(testId: number, title: string, caught = 0): LostSuiteTest {
  return { ...suiteTest(testId, title), caught };
}

const none: SuiteChanges = {
  removed: { count: 0, tests: [] },
  renamed: { count: 0, tests: [] },
  newlySkipped: { count: 0, tests: [] },
  raisedRetries: { count: 0, limits: [] },
  raisedTimeouts: { count: 0, limits: [] },
  fewerAssertions: { count: 0, tests: [] },
};

function Example({ changes, open = true }: { readonly changes: Partial<SuiteChanges>; readonly open?: boolean }) {
  return (
    <main
      style={{ padding: 16 }}
      ref={(element) => {
        const details = element?.querySelector("details");
        if (details) details.open = open;
      }}
    >
      <h1>Report</h1>
      <SuiteChangesNotice baseId={84} headId={85} changes={{ ...none, ...changes }} />
    </main>
  );
}

const all: SuiteChanges = {
  removed: { count: 2, tests: [lostTest(1, "pays by card", 2), lostTest(2, "shows the total")] },
  newlySkipped: { count: 1, tests: [lostTest(3, "applies a voucher", 1)] },
  raisedRetries: {
    count: 14,
    limits: [{ variant: "chromium", before: 0, after: 2, count: 14, test: suiteTest(6, "opens") }],
  },
  raisedTimeouts: {
    count: 1,
    limits: [{ variant: "chromium", before: 30_000, after: 120_000, count: 1, test: suiteTest(7, "checkout") }],
  },
  fewerAssertions: { count: 1, tests: [{ ...suiteTest(8, "shows the sum"), before: 5, after: 2 }] },
  renamed: { count: 1, tests: [{ before: suiteTest(4, "adds one"), after: suiteTest(5, "adds one item") }] },
};

export const Changed = () => <Example changes={all} />;
export const Closed = () => <Example changes={all} open={false} />;
export const OnlyRenamed = () => <Example changes={{ renamed: all.renamed }} />;
export const Nothing = () => <Example changes={{}} />;
export const Many = () => {
  const tests = Array.from({ length: 10 }, (_, index) =>
    lostTest(index, `pays by card ${"and voucher ".repeat(60)}`, 50_000),
  );
  const before = suiteTest(20, "x".repeat(400));
  return (
    <Example
      changes={{
        removed: { count: 50_000, tests },
        newlySkipped: { count: 50_000, tests },
        raisedRetries: {
          count: 50_000,
          limits: Array.from({ length: 10 }, (_, index) => ({
            variant: "v".repeat(500),
            before: index,
            after: 50,
            count: 1,
            test: before,
          })),
        },
        renamed: { count: 50_000, tests: [{ before, after: { ...before, file: null, variant: "v".repeat(500) } }] },
      }}
    />
  );
};
