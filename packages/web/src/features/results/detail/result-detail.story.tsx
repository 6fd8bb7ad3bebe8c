import type { Attempt, ResultDetail as Detail } from "@plumb/contract/runs/results.ts";
import { useState } from "react";
import { RunEnded } from "#ui/outcome/run-ended.ts";
import { type FacetLinkProps, ResultDetail } from "./result-detail.tsx";

/** Shows the target of the link. */
function AddressOf({ facet, children }: FacetLinkProps) {
  return (
    <a href={`?${String(new URLSearchParams(Object.entries(facet).map(([name, value]) => [name, String(value)])))}`}>
      {children}
    </a>
  );
}

const attempt = (index: number, change: Partial<Attempt> = {}): Attempt => ({
  index,
  status: "failed",
  startTime: null,
  duration: null,
  worker: null,
  errors: [{ message: `attempt ${index + 1} broke` }],
  steps: [],
  stdout: "",
  stderr: "",
  ...change,
});

const detail = (change: Partial<Detail> = {}): Detail => ({
  id: 1,
  testId: 1,
  file: "tests/checkout.spec.ts",
  titlePath: ["checkout", "pays"],
  variant: "",
  occurrence: 1,
  status: "failed",
  flaky: false,
  retries: 0,
  duration: null,
  browser: null,
  author: null,
  errorLine: null,
  failureSignature: null,
  line: 7,
  tags: [],
  annotations: [],
  skipReason: null,
  attempts: [attempt(0)],
  artifacts: [],
  ...change,
});

/** All facts of a report, with a separate URL. */
export const Whole = () => {
  const [chosen, setChosen] = useState<{ attempt?: number; step?: number | undefined }>({});
  return (
    <>
      <ResultDetail
        detail={detail({
          browser: "webkit",
          author: "ada",
          tags: ["@smoke"],
          retries: 1,
          annotations: [{ type: "viewport", description: "1280x720" }],
          attempts: [
            attempt(0, { startTime: "2026-03-04T09:41:00Z" }),
            attempt(1, {
              startTime: "2026-03-04T09:41:09Z",
              duration: 3200,
              worker: 2,
              errors: [{ message: "Expected: 201\nReceived: 500", snippet: "> 42 | expect(status).toBe(201);" }],
              steps: [
                { title: "Pay", depth: 0, status: "failed", duration: 900 },
                { title: "press", depth: 1, status: "failed", duration: 800, error: "500" },
              ],
              stdout: "GET /basket 200",
            }),
          ],
        })}
        metadata={{ operatingSystem: "Debian 13", "User-Agent": "Mozilla/5.0" }}
        actions={<button type="button">PDF</button>}
        history={<p>history</p>}
        {...chosen}
        onChoose={(index, step) => setChosen({ attempt: index, step })}
      />
      <output>{JSON.stringify(chosen)}</output>
    </>
  );
};

export const OneAttempt = () => <ResultDetail detail={detail()} />;
export const ManyAttempts = () => (
  <ResultDetail detail={detail({ attempts: Array.from({ length: 9 }, (_, index) => attempt(index)) })} />
);
export const FlakyInTheEnd = () => (
  <ResultDetail detail={detail({ attempts: [attempt(0), attempt(1, { status: "passed", errors: [] })] })} />
);
/** Live test with the events received so far. */
export const Running = () => (
  <ResultDetail
    detail={detail({
      status: "running",
      attempts: [
        attempt(0, {
          status: "running",
          errors: [],
          steps: [
            { title: "open the cart", depth: 0, status: "passed", duration: 120 },
            { title: "click the button Pay", depth: 0, status: "passed", duration: 40 },
          ],
          stdout: "2 items\n",
        }),
      ],
    })}
  />
);
/** No events arrived for so long that the run counts as interrupted. */
export const BrokenOff = () => (
  <RunEnded value>
    <Running />
  </RunEnded>
);
export const Skipped = () => (
  <ResultDetail
    detail={detail({
      skipReason: "not in <b>this</b> region",
      annotations: [
        { type: "issue", description: "SHOP-17" },
        { type: "see", description: "https://shop.test/17" },
        { type: "fixme" },
      ],
      attempts: [],
    })}
    FacetLink={AddressOf}
  />
);
