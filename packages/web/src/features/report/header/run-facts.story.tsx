import { sampleReport } from "#lib/sample-report.ts";
import { RunFacts } from "./run-facts.tsx";
import { RunLabels } from "./run-labels.tsx";

const progress = { expected: 1400, running: 12, remaining: 988, endsAt: null };
const running = { total: 1400, passed: 397, failed: 3, duration: null, passRate: 99.2 };

export const Ended = () => <RunFacts report={sampleReport()} />;
export const Running = () => (
  <RunFacts
    report={sampleReport({ status: "running", progress: { ...progress, endsAt: "2099-01-01T14:32:00Z" } }, running)}
  />
);
/** Run without an estimate: the first run of its suite, or one that takes longer than earlier runs. */
export const NoEstimate = () => <RunFacts report={sampleReport({ status: "running", progress }, running)} />;
/** Run that waits for shards and is not live. */
export const Waiting = () => (
  <RunFacts
    report={sampleReport(
      {
        status: "running",
        progress: { expected: 10, running: 0, remaining: 0, endsAt: null },
        missingShards: { shards: [2], of: 2 },
      },
      { duration: null },
    )}
  />
);
export const Partial = () => <RunFacts report={sampleReport({ partial: 'Run with -g "<b>login</b>"' })} />;
export const Interrupted = () => (
  <RunFacts report={sampleReport({ status: "interrupted", interruption: "No events for 30 minutes." })} />
);
export const Quarantined = () => (
  <RunFacts
    report={sampleReport({ status: "failed", quarantined: 1 }, { failed: 2, errored: 1, passed: 7, passRate: 70 })}
  />
);
export const AllQuarantined = () => (
  <RunFacts report={sampleReport({ status: "failed", quarantined: 1 }, { failed: 1, passed: 9, passRate: 90 })} />
);
export const Hostile = () => (
  <RunFacts report={sampleReport({ status: "interrupted", interruption: `<b>${"x".repeat(10_000)}` })} />
);

const similar = (search: object, text: string) => <a href={`#${JSON.stringify(search)}`}>{text}</a>;

/** Run with all labels. */
export const Labels = () => (
  <RunFacts
    report={sampleReport({
      pullRequest: "12",
      ciUrl: "https://ci.test/7",
      tags: ["nightly"],
      facts: ["os=linux", "os=windows"],
    })}
    similar={similar}
    uploads={<a href="#uploads">Uploads</a>}
  />
);
export const WithoutAList = () => (
  <RunLabels report={sampleReport({ pullRequest: "shop/web!4", ciUrl: "javascript:alert(1)" })} />
);
