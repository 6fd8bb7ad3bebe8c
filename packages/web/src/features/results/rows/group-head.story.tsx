import type { GroupBy, ResultGroup } from "@plumb/contract/runs/results.ts";
import { useState } from "react";
import { GroupHead } from "./group-head.tsx";

const group = (change: Partial<ResultGroup>): ResultGroup => ({
  key: "0123456789abcdef",
  total: 12,
  passed: 0,
  failed: 7,
  errored: 0,
  skipped: 0,
  flaky: 0,
  newFailures: 0,
  backAgain: 0,
  knownFailures: 0,
  quarantined: 0,
  owners: [],
  errorLine: null,
  cause: null,
  ...change,
});

const markOf = () => <span>Open</span>;
const sinceOf = () => <span>since #102</span>;

function Opening({ by, change }: { readonly by: GroupBy; readonly change: Partial<ResultGroup> }) {
  const [open, setOpen] = useState(true);
  return (
    <GroupHead
      by={by}
      group={group(change)}
      open={open}
      onToggle={() => setOpen(!open)}
      markOf={markOf}
      sinceOf={sinceOf}
    />
  );
}

export const Failures = () => (
  <Opening
    by="failure"
    change={{
      total: 9,
      flaky: 1,
      passed: 1,
      newFailures: 3,
      backAgain: 1,
      quarantined: 2,
      cause: { groupId: 1, primaryClass: "Application Defect", subClass: { code: "A1", name: "Wrong Result" } },
      owners: ["Ada", "Grace", "Barbara", "Edsger"],
      errorLine: 'Error: expect(locator).toHaveText(expected) failed · expected "Paid" · received "Refused"',
    }}
  />
);
export const Known = () => (
  <Opening
    by="failure"
    change={{ total: 2, failed: 2, knownFailures: 2, errorLine: "TypeError: balance of undefined" }}
  />
);
/** The group has a single owner. */
export const Owned = () => (
  <Opening by="failure" change={{ owners: ["Ada"], errorLine: "TypeError: balance of undefined" }} />
);
export const WithoutFailure = () => (
  <Opening by="failure" change={{ key: "~", total: 48_495, passed: 48_000, skipped: 495, failed: 0 }} />
);
export const Files = () => <Opening by="file" change={{ key: "tests/checkout/pay.spec.ts" }} />;
export const Browsers = () => <Opening by="browser" change={{ key: "webkit", failed: 0, errored: 2 }} />;
export const UnknownBrowser = () => <Opening by="browser" change={{ key: "~", failed: 0, total: 1, passed: 1 }} />;
export const Hostile = () => (
  <ul style={{ listStyle: "none", margin: 0, padding: 0 }}>
    {["<img src=x onerror=\"document.title='pwned'\">", "x".repeat(1_000_000), " ", "\u202Egnp.exe\u202C after"].map(
      (errorLine) => (
        <li key={errorLine.slice(0, 20)}>
          <Opening by="failure" change={{ errorLine }} />
        </li>
      ),
    )}
  </ul>
);
