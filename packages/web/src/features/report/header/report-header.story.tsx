import { sampleReport } from "#lib/sample-report.ts";
import { ReportHeader } from "./report-header.tsx";

const similar = (search: object, text: string) => <a href={`#${JSON.stringify(search)}`}>{text}</a>;

export const OfAPullRequest = () => (
  <ReportHeader
    report={sampleReport({ commitAuthor: "Ada Lovelace", pullRequest: "12", ciUrl: "https://ci.test/7" })}
    alike={similar}
  />
);

export const WithoutAList = () => <ReportHeader report={sampleReport({ pullRequest: "shop/web!4" })} />;

export const Hostile = () => (
  <ReportHeader
    report={sampleReport({
      testSuite: "<img src=x onerror=document.title='pwned'>".repeat(9),
      commitAuthor: "x".repeat(200),
      pullRequest: "javascript:".repeat(9),
      ciUrl: "javascript:alert(1)",
    })}
    alike={similar}
  />
);
