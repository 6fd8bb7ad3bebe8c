import { sampleReport } from "#lib/sample-report.ts";
import type { CSSProperties } from "react";
import { ReportHeader } from "./report-header.tsx";

const similar = (search: object, text: string) => <a href={`#${JSON.stringify(search)}`}>{text}</a>;

export const OfAPullRequest = () => (
  <ReportHeader
    report={sampleReport({
      commitAuthor: "Ada Lovelace",
      metadata: { commitSubject: "Normalise search words", commitUrl: "https://git.test/a91f3c2" },
    })}
    similar={similar}
  />
);

/** In two lines, at the top of a long page. */
export const InTwoLines = () => (
  <div style={{ height: 3000, padding: "20px 24px", "--report-header-height": "78px" } as CSSProperties}>
    <ReportHeader
      report={sampleReport({
        testSuite: "Web shop ".repeat(30),
        metadata: { commitSubject: "Long ".repeat(60) },
      })}
      back={<a href="#back">Back</a>}
    >
      <nav aria-label="Counts">{"All 190 · Failed 4 · ".repeat(12)}</nav>
    </ReportHeader>
  </div>
);

export const Running = () => <ReportHeader report={sampleReport({ status: "running" }, { duration: null })} live />;

/** Export of a running run. */
export const ExportedRunning = () => <ReportHeader report={sampleReport({ status: "running" }, { duration: null })} />;

export const WithoutAList = () => <ReportHeader report={sampleReport({ metadata: { commitAuthor: "مريم" } })} />;

export const Hostile = () => (
  <ReportHeader
    report={sampleReport({
      testSuite: "<img src=x onerror=document.title='pwned'>".repeat(9),
      commitAuthor: "x".repeat(200),
      branch: "x".repeat(300),
      metadata: { commitSubject: "<img src=x>".repeat(40), commitUrl: "javascript:alert(1)" },
    })}
    similar={similar}
  />
);
