import { Alert, Button, Group, Loader } from "@mantine/core";
import type { FailureAnalysis } from "@plumb/contract/runs/insights.ts";
import { IconAlertTriangle, IconClock, IconRefresh, IconSparkles } from "@tabler/icons-react";
import { counted } from "#lib/format/format.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { AnalysisResult } from "./analysis-result.tsx";
import styles from "./insights.module.css";

export type InsightsState =
  | { readonly kind: "none"; readonly failures: number }
  | { readonly kind: "running"; readonly background: boolean }
  | { readonly kind: "failed"; readonly error: string }
  | {
      readonly kind: "result";
      readonly analysis: FailureAnalysis;
      readonly insights: NonNullable<FailureAnalysis["insights"]>;
    };

interface InsightsViewProps {
  readonly reportId: number;
  readonly state: InsightsState;
  /** Whether the user can start an analysis. All users can read one. */
  readonly mayAnalyze: boolean;
  readonly onAnalyze: () => void;
  readonly onBackground: () => void;
  readonly onRetry: () => void;
}

/** Analysis in one of its states: missing, running, failed or finished. */
export function InsightsView({ reportId, state, mayAnalyze, onAnalyze, onBackground, onRetry }: InsightsViewProps) {
  if (state.kind === "result")
    return (
      <AnalysisResult
        reportId={reportId}
        analysis={state.analysis}
        insights={state.insights}
        onAgain={mayAnalyze ? onAnalyze : undefined}
      />
    );
  if (state.kind === "running") return <Running background={state.background} />;
  if (state.kind === "failed") return <Failed error={state.error} onRetry={mayAnalyze ? onRetry : undefined} />;
  if (state.failures === 0) {
    return (
      <EmptyState title="Nothing to analyze">
        <p className={styles["plain"]}>No tests failed in this report.</p>
      </EmptyState>
    );
  }
  const tests = counted(state.failures, "failed test");
  return (
    <EmptyState title="No analysis yet" icon={<IconSparkles size={28} stroke={1.5} aria-hidden />}>
      <p
        className={styles["plain"]}
      >{`The list shows the class of each failure. An analysis of the ${tests} adds root causes, a summary and recommendations.`}</p>
      {!mayAnalyze && <p className={styles["plain"]}>Viewers can read an analysis, but not start one.</p>}
      {mayAnalyze && (
        <Group justify="center" mt="xs">
          <Button leftSection={<IconSparkles size={16} aria-hidden />} onClick={onAnalyze}>
            Analyze Failures
          </Button>
          <Button variant="default" leftSection={<IconClock size={16} aria-hidden />} onClick={onBackground}>
            Run in Background
          </Button>
        </Group>
      )}
    </EmptyState>
  );
}

function Running({ background }: { readonly background: boolean }) {
  return (
    <div aria-live="polite">
      <EmptyState title="Analyzing failures" icon={<Loader size={28} aria-hidden />}>
        <p className={styles["plain"]}>
          {background
            ? "You can leave this page. The result will appear here."
            : "This may take a moment. The result will appear here."}
        </p>
      </EmptyState>
    </div>
  );
}

function Failed({ error, onRetry }: { readonly error: string; readonly onRetry: (() => void) | undefined }) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="Analysis failed"
    >
      <p className={styles["error"]}>{error.replace(/^Analysis failed: /, "")}</p>
      {onRetry !== undefined && (
        <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onRetry}>
          Retry
        </Button>
      )}
    </Alert>
  );
}
