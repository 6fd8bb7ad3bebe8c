import type { Attempt, ResultDetail as Detail } from "@plumb/contract/runs/results.ts";
import { useState } from "react";
import { RunEnded } from "#ui/outcome/run-ended.ts";
import { sampleArtifact } from "#features/results/artifacts/sample-artifact.ts";
import { sampleStory } from "#ui/story/sample-story.ts";
import { StoryLine } from "#ui/story/story-line.tsx";
import { NeighbourButtons } from "./neighbour-buttons.tsx";
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
        renderActions={() => <button type="button">PDF</button>}
        history={<p>history</p>}
        {...chosen}
        onChoose={(index, step) => setChosen({ attempt: index, step })}
      />
      <output>{JSON.stringify(chosen)}</output>
    </>
  );
};

const noAction = () => undefined;

/** An opened failure with its story, changes, history and evidence. */
export const Known = () => (
  <main>
    <h1>Report</h1>
    <div data-testid="opened">
      <ResultDetail
        detail={detail({
          file: "catalogue/search.spec.ts",
          retries: 2,
          artifacts: [sampleArtifact(1, { attempt: 1, kind: "trace", name: "trace.zip" })],
          attempts: [0, 1, 2].map((index) =>
            attempt(index, {
              duration: 4420,
              errors: [
                {
                  message:
                    "Error: expect(locator).toHaveCount(expected) failed\n\nExpected: 1\nReceived: 0\nTimeout: 3000ms",
                  snippet: "> 15 |   await expect(page.getByTestId('product')).toHaveCount(1);",
                  stack: "Error\n    at /repo/catalogue/search.spec.ts:15:47\n    at run.ts:7:1",
                  file: "catalogue/search.spec.ts",
                  line: 15,
                },
              ],
              steps: ["Open the shop", "Search"].map((title) => ({
                title,
                depth: 0,
                status: "passed",
                duration: 1220,
              })),
            }),
          ),
        })}
        story={<StoryLine story={sampleStory} projectId={1} />}
        renderActions={() => (
          <>
            <NeighbourButtons previous={noAction} next={noAction} />
            <button type="button">Assign</button>
            <button type="button">Copy link</button>
            <button type="button">…</button>
          </>
        )}
        renderLastPass={() => (
          <details>
            <summary>Last pass beside this failure</summary>
          </details>
        )}
        history={
          <details>
            <summary>History</summary>
          </details>
        }
        evidence={
          <details>
            <summary>Suspected commits and similar failures</summary>
          </details>
        }
      />
    </div>
  </main>
);

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
