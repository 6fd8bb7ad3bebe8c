import type { Step } from "@plumb/contract/runs/results.ts";
import { sampleArtifact } from "#features/results/artifacts/sample-artifact.ts";
import { StepList } from "./step-list.tsx";

const step = (title: string, change: Partial<Step> = {}): Step => ({
  title,
  depth: 0,
  status: "passed",
  duration: 120,
  ...change,
});

export const Nested = () => (
  <StepList
    steps={[
      step("Before Hooks", { duration: 300 }),
      step("browserContext.newPage", { depth: 1, duration: 250 }),
      step("Pay", { status: "failed", duration: 900, error: "\u001B[31mTimeout\u001B[39m of 900 ms\nsecond line" }),
      step("After Hooks", { status: "skipped", duration: null }),
    ]}
  />
);
/** More steps than are open by default, with one failure deep in the tree. */
export const Deep = ({ chosen }: { readonly chosen?: number }) => (
  <StepList
    chosen={chosen}
    onChoose={() => undefined}
    steps={[
      step("Before Hooks"),
      ...Array.from({ length: 30 }, (_, index) => step(`fixture ${index + 1}`, { depth: 1 })),
      step("Pay", { status: "failed" }),
      step("fill", { depth: 1 }),
      step("press", { depth: 1, status: "failed", error: "not visible" }),
      step("wait", { depth: 2 }),
      step("After Hooks"),
      step("close", { depth: 1 }),
    ]}
  />
);
export const TenThousand = () => (
  <StepList steps={Array.from({ length: 10_000 }, (_, index) => step(`step ${index + 1}`, { depth: index % 10 }))} />
);
/** The failed step is far down, below parents that failed because of it. */
export const FailedFarDown = ({ chosen }: { readonly chosen?: number }) => (
  <StepList
    chosen={chosen}
    steps={[
      ...Array.from({ length: 900 }, (_, index) => step(`step ${index + 1}`)),
      step("Pay", { status: "failed" }),
      ...Array.from({ length: 200 }, (_, index) => step(`press ${index + 1}`, { depth: 1 })),
      step("confirm", { depth: 1, status: "failed", error: "no such button" }),
      ...Array.from({ length: 200 }, (_, index) => step(`clean ${index + 1}`)),
    ]}
  />
);
export const NoDurations = () => (
  <StepList steps={[step("one", { duration: null }), step("two", { duration: null })]} />
);
/** Steps from Playwright, with locations and attachments. */
export const WithFiles = () => (
  <StepList
    steps={[
      step("Before Hooks"),
      step("Pay", { file: "tests/shop/checkout.spec.ts", line: 12 }),
      step("locator.click(getByRole('button', { name: 'Pay' }))", {
        depth: 1,
        status: "failed",
        error: "Timeout 5000ms exceeded",
        file: "tests/support/pages.ts",
        line: 31,
      }),
    ]}
    artifacts={[
      sampleArtifact(1, { name: "receipt.json", contentType: "application/json", step: 1 }),
      ...Array.from({ length: 12 }, (_, index) =>
        sampleArtifact(10 + index, { name: `shot-${index + 1}.png`, step: 2 }),
      ),
      sampleArtifact(40, { name: "video.webm" }),
    ]}
  />
);
export const Hostile = () => (
  <StepList
    steps={[
      step("<b onmouseover=\"document.title='pwned'\">bold</b>"),
      step("w".repeat(1_000_000)),
      step("\u202Eesrever", { depth: 5000, file: `${"long/".repeat(50)}${"w".repeat(5000)}<b>.ts`, line: 1 }),
    ]}
  />
);
