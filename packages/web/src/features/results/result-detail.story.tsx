import type { ResultDetail as Detail } from "@plumb/contract/results.ts";
import type { Attempt } from "@plumb/contract/results.ts";
import { ResultDetail } from "./result-detail.tsx";

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

export const OneAttempt = () => <ResultDetail detail={detail()} />;
export const ManyAttempts = () => (
  <ResultDetail detail={detail({ attempts: Array.from({ length: 9 }, (_, index) => attempt(index)) })} />
);
export const FlakyInTheEnd = () => (
  <ResultDetail detail={detail({ attempts: [attempt(0), attempt(1, { status: "passed", errors: [] })] })} />
);
export const Skipped = () => (
  <ResultDetail
    detail={detail({
      skipReason: "not in <b>this</b> region",
      annotations: [{ type: "issue", description: "SHOP-17" }],
      attempts: [],
    })}
  />
);
