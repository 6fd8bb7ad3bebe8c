import type { Attempt, Step } from "@plumb/contract/runs/results.ts";
import { sampleArtifact, samplePicture } from "#features/results/artifacts/sample-artifact.ts";
import { LastPassView, type LastPassViewProps } from "./last-pass-view.tsx";

const step = (title: string, duration: number, change: Partial<Step> = {}): Step => ({
  title,
  depth: 0,
  status: "passed",
  duration,
  ...change,
});

const attempt = (change: Partial<Attempt>): Attempt => ({
  index: 0,
  status: "passed",
  startTime: "2026-11-15T03:00:00Z",
  duration: 4100,
  worker: 0,
  errors: [],
  steps: [
    step("Open the shop", 900),
    step("Accept cookies", 120),
    step("Search “crème brûlée”", 800),
    step("fill searchbox", 90, { depth: 1 }),
    step("Count products", 300),
  ],
  stdout: "09:41:02 GET / 200\n09:41:03 GET /search?q=creme 200\n09:41:03 index: search-4\n",
  stderr: "",
  ...change,
});

const props: LastPassViewProps = {
  passedIn: "Passed in #101 15 Nov on main · 3c65d96",
  passed: { attempt: attempt({}), artifacts: [sampleArtifact(1, { url: samplePicture("#10b981", "large") })] },
  failed: {
    attempt: attempt({
      status: "failed",
      duration: 12_300,
      steps: [
        step("Open the shop", 950),
        step("Choose a language", 200),
        step("Search “crème brûlée”", 5000),
        step("fill searchbox", 95, { depth: 1 }),
        step("Count products", 5000, { status: "failed" }),
      ],
      stdout: "09:44:02 GET / 200\n09:44:07 GET /search?q=creme 200\n09:44:07 index: search-5\n",
      stderr: "no product matches creme\n",
    }),
    artifacts: [sampleArtifact(2, { url: samplePicture("#ef4444", "large") })],
  },
  environment: [
    { name: "Environment", passed: "staging", failed: "staging" },
    { name: "Node version", passed: "24.0.0", failed: "24.1.0" },
    { name: "Browser", passed: null, failed: "Chromium 156" },
  ],
};

function Page({ change = {} }: { readonly change?: Partial<LastPassViewProps> }) {
  return (
    <main>
      <h1>Report</h1>
      <h2>Test</h2>
      <LastPassView {...props} {...change} />
    </main>
  );
}

const long = "a very long word ".repeat(30);

export const Both = () => <Page />;
export const WithoutPicture = () => (
  <Page change={{ passed: { ...props.passed, artifacts: [] }, environment: props.environment?.slice(0, 1) ?? null }} />
);
export const TracedPass = () => (
  <Page change={{ passed: { ...props.passed, artifacts: [sampleArtifact(3, { kind: "trace", name: "trace" })] } }} />
);
export const OneSideWithSteps = () => (
  <Page
    change={{
      passed: { attempt: attempt({ steps: [], duration: null, stdout: "" }), artifacts: [] },
      failed: { ...props.failed, artifacts: [] },
      environment: null,
    }}
  />
);
export const Hostile = () => (
  <Page
    change={{
      failed: {
        ...props.failed,
        attempt: attempt({
          status: "failed",
          steps: [
            step(`<img src=x onerror="document.title='pwned'">${long}`, 100),
            step("تحقق من السلة", 100),
            ...Array.from({ length: 700 }, (_, index) => step(`step ${index}`, index)),
          ],
          stdout: `\u001B[31m${long.slice(0, 300)}\u001B[0m\n`.repeat(400),
        }),
      },
      environment: [{ name: long, passed: "\u202Egnp.exe", failed: long }],
    }}
  />
);
