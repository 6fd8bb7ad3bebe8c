import type { ResultGroup } from "@plumb/contract/runs/results.ts";
import { sampleReport } from "#lib/sample-report.ts";
import { FailurePatterns } from "./failure-patterns.tsx";
import { ReportSummary } from "./report-summary.tsx";

const pattern = (key: string, failed: number, errorLine: string | null): ResultGroup => ({
  key,
  total: failed,
  passed: 0,
  failed,
  errored: 0,
  skipped: 0,
  flaky: 0,
  newFailures: 0,
  backAgain: 0,
  knownFailures: 0,
  quarantined: 0,
  owners: [],
  errorLine,
  cause: key.endsWith("aa") ? { groupId: 1, primaryClass: "Application Defect", subClass: null } : null,
});

export const Green = () => <ReportSummary report={sampleReport({ endTime: "2030-01-01T00:01:12Z" })} />;
export const Red = () => (
  <ReportSummary
    report={sampleReport(
      {
        status: "failed",
        endTime: "2030-01-01T00:01:12Z",
        authors: ["ada", "grace"],
        failedAuthors: ["ada"],
        tags: ["nightly"],
        facts: ["browser=chrome-143", "os=linux", "browser=firefox-140"],
        metadata: { operatingSystem: "Debian 13" },
      },
      { total: 100, passed: 81, failed: 17, errored: 1, skipped: 1, flaky: 3, passRate: 81.8 },
    )}
    patterns={
      <FailurePatterns
        reportId={7}
        failures={18}
        patterns={[
          pattern("00000000000000aa", 9, 'Error: expect(locator).toHaveText(expected) failed · expected "Paid"'),
          pattern("00000000000000bb", 5, "<img src=x onerror=\"document.title='pwned'\">"),
          pattern("~", 1, null),
        ]}
      />
    }
  />
);
export const Running = () => (
  <ReportSummary report={sampleReport({ status: "running" }, { duration: null, passRate: null })} />
);
/** The clock of the machine that ended the run was slow. */
export const ClockSkew = () => (
  <ReportSummary report={sampleReport({ startTime: "2030-01-01T09:41:00Z", endTime: "2030-01-01T09:40:00Z" })} />
);
export const Hostile = () => (
  <ReportSummary
    report={sampleReport({
      environment: "x".repeat(1_000_000),
      authors: Array.from({ length: 200 }, (_, index) => `author ${index} ${"y".repeat(200)}`),
      tags: ["<b>bold</b>"],
      facts: [`note=<img src=x onerror="document.title='pwned'">`, `${"k".repeat(60)}=${"v".repeat(200)}`],
      metadata: { ["k".repeat(500)]: "v".repeat(100_000) },
    })}
  />
);
