import type { ReportMetrics } from "@plumb/contract/runs/metrics.ts";
import type { ReactNode } from "react";
import { runMetadata } from "#lib/format/run-metadata.ts";
import { cut, formatDuration, formatTimestamp, shortCommit } from "#lib/format/format.ts";
import { isWebAddress } from "#lib/address/web-address.ts";
import panel from "#ui/layout/panel.module.css";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import styles from "./metrics-view.module.css";

const visibleMetadata = 20;

/** Place, time and subject of the run. Omits unknown facts. */
export function RunDetails({ metrics }: { readonly metrics: ReportMetrics }) {
  const { testRun, environmentInfo, summary } = metrics;
  return (
    <section className={panel["panel"]} aria-labelledby="metrics-run">
      <div className={panel["head"]}>
        <h2 id="metrics-run">Test Run Details</h2>
      </div>
      <dl className={styles["facts"]}>
        <Fact name="Suite">{`${cut(testRun.testSuite, 200)} #${testRun.number}`}</Fact>
        <Fact name="Status">
          <StatusBadge outcome={testRun.status} />
        </Fact>
        <Fact name="Environment">{cut(environmentInfo.name, 200)}</Fact>
        <Fact name="Framework">{cut(environmentInfo.framework, 200)}</Fact>
        <Fact name="Started">{formatTimestamp(testRun.startTime)}</Fact>
        {testRun.endTime !== null && <Fact name="Completed">{formatTimestamp(testRun.endTime)}</Fact>}
        <Fact name="Duration">{summary.duration === null ? "N/A" : formatDuration(summary.duration)}</Fact>
        <Fact name="Time in tests">{formatDuration(summary.testDuration)}</Fact>
        {testRun.branch !== null && <Fact name="Branch">{cut(testRun.branch, 200)}</Fact>}
        {testRun.commit !== null && <Fact name="Commit">{cut(shortCommit(testRun.commit), 200)}</Fact>}
        {testRun.build !== null && <Fact name="Build">{cut(testRun.build, 200)}</Fact>}
        {isWebAddress(testRun.ciUrl) && (
          <Fact name="CI job">
            <a href={testRun.ciUrl} target="_blank" rel="noreferrer">
              {cut(testRun.ciUrl, 100)}
            </a>
          </Fact>
        )}
        {runMetadata({ ...testRun, metadata: environmentInfo.metadata })
          // The CI link is already shown above.
          .filter(([, value]) => value !== testRun.ciUrl)
          .slice(0, visibleMetadata)
          .map(([name, value]) => (
            <Fact key={name} name={cut(name, 60)}>
              {cut(value, 300)}
            </Fact>
          ))}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
