import type { FailureAnalysis, FailureCluster } from "@plumb/contract/runs/insights.ts";
import { Link } from "@tanstack/react-router";
import { browserLabel } from "#lib/format/browser-label.ts";
import { counted, cut, formatCount, formatSeconds } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { ConfidenceBadge } from "#ui/badges/confidence-badge.tsx";
import { ModelMark, Recommendations, TechnicalAnalysis } from "#ui/text/model-words.tsx";
import panel from "#ui/layout/panel.module.css";
import { SetBy } from "#ui/badges/set-by.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./insights.module.css";
import { ModelNotice } from "./model-notice.tsx";

const maxRecommendations = 3;
const visibleTests = 10;

interface AnalysisResultProps {
  readonly reportId: number;
  readonly analysis: FailureAnalysis;
  readonly insights: NonNullable<FailureAnalysis["insights"]>;
  /** Analyzes the report again; `undefined` without permission. */
  readonly onAgain: (() => void) | undefined;
}

/** Result of an analysis: a summary, and each cause with its tests. */
export function AnalysisResult({ reportId, analysis, insights, onAgain }: AnalysisResultProps) {
  return (
    <div className={styles["result"]}>
      <section className={`${panel["panel"]} ${styles["summary"]}`} aria-labelledby="analysis-summary">
        <div className={styles["head"]}>
          <h2 id="analysis-summary">Summary</h2>
          {analysis.clusters.some(({ setBy }) => setBy === null) && <ConfidenceBadge percent={insights.confidence} />}
          <span className={styles["facts"]}>
            {`${counted(insights.totalFailedTests, "failed test")} in ${counted(insights.clusterCount, "cluster")} · `}
            <TimeAgo timestamp={analysis.timestamp} />
          </span>
        </div>
        <p>{cut(insights.summary, 5000)}</p>
        <Recommendations items={insights.recommendations.slice(0, maxRecommendations)} />
      </section>
      {/* Rendered before it has a text, so that screen readers announce the text. */}
      <div aria-live="polite">
        {analysis.llm !== null && (
          <ModelNotice
            llm={analysis.llm}
            described={analysis.clusters.some(({ llmEnhanced }) => llmEnhanced)}
            onAgain={onAgain}
          />
        )}
      </div>
      <ul className={styles["clusters"]} aria-label="Clusters">
        {analysis.clusters.map((cluster) => (
          <li key={cluster.id}>
            <Cluster reportId={reportId} cluster={cluster} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Cluster({ reportId, cluster }: { readonly reportId: number; readonly cluster: FailureCluster }) {
  const { rootCause, testCount, confidence, setBy, llmEnhanced, technicalAnalysis } = cluster;
  const { recommendations, tests, metadata } = cluster;
  const { browsers, environments, avgDuration } = metadata;
  const heading = `cluster-${cluster.id}`;
  return (
    <section className={`${panel["panel"]} ${styles["cluster"]}`} aria-labelledby={heading}>
      <div className={styles["head"]}>
        <h3 id={heading}>{cut(rootCause, 500)}</h3>
        {setBy === null ? (
          confidence !== null && <ConfidenceBadge percent={confidence} />
        ) : (
          <>
            <ClassBadge of={setBy.class} />
            <SetBy decision={setBy.decision} />
          </>
        )}
        {llmEnhanced && <ModelMark />}
        <span className={styles["facts"]}>{counted(testCount, "test")}</span>
      </div>
      {technicalAnalysis !== null && <TechnicalAnalysis text={technicalAnalysis} />}
      <Recommendations items={recommendations} />
      <ul className={styles["tests"]} aria-label="Tests">
        {tests.slice(0, visibleTests).map(({ resultId, name }) => (
          <li key={resultId}>
            <Link to="/reports/$reportId" params={{ reportId: String(reportId) }} search={{ result: resultId }}>
              {cut(name, 300)}
            </Link>
          </li>
        ))}
        {testCount > Math.min(tests.length, visibleTests) && (
          <li>{`and ${formatCount(testCount - Math.min(tests.length, visibleTests))} more`}</li>
        )}
      </ul>
      <p className={styles["facts"]}>
        {[
          browsers.length > 0
            ? `Browsers: ${browsers.map((browser) => cut(browserLabel(browser), 60)).join(", ")}`
            : "",
          environments.length > 0 ? `Environments: ${environments.map((name) => cut(name, 60)).join(", ")}` : "",
          avgDuration === null ? "" : `Avg duration: ${formatSeconds(avgDuration)}`,
        ]
          .filter((fact) => fact !== "")
          .join(" · ")}
      </p>
    </section>
  );
}
