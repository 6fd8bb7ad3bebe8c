import { readEvidence } from "@plumb/contract/failures/decisions.ts";
import { readFailureSuspects } from "@plumb/contract/failures/suspects.ts";
import { Skeleton } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#lib/api/api.ts";
import { failureStoryQuery } from "#lib/api/failure-story.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { SuspectsView } from "#ui/commits/suspects-view.tsx";
import { StoryLine } from "#ui/story/story-line.tsx";
import { ChangesView } from "./changes-view.tsx";
import { EvidenceView } from "./evidence-view.tsx";
import styles from "./result-detail.module.css";

function evidenceQuery(resultId: number) {
  return queryOptions({
    queryKey: ["failures", "evidence", resultId],
    queryFn: async ({ signal }) => (await api.call(readEvidence, { params: { testCaseId: resultId }, signal })).data,
  });
}

interface OfFailure {
  readonly resultId: number;
}

/** How the failure began. Nothing is shown if it cannot be loaded, because the rest of the failure does not depend on it. */
export function StoryPanel({ resultId, projectId }: OfFailure & { readonly projectId: number }) {
  const { data, isError } = useQuery(failureStoryQuery(resultId));
  return <StoryLine story={isError ? null : data} projectId={projectId} />;
}

/** Changes since the test last passed. */
export function ChangesPanel({ resultId }: OfFailure) {
  const { data, error, refetch } = useQuery(evidenceQuery(resultId));
  if (data !== undefined) return <ChangesView since={data.sinceLastPass} />;
  return error === null ? (
    <Skeleton height={120} animate={false} />
  ) : (
    <ErrorPanel error={error} fallback="Failed to load the changes" onRetry={() => void refetch()} />
  );
}

/** Suspected commits, parts of the error and similar failures. Loaded when the panel is opened. */
export function EvidencePanel({ resultId }: OfFailure) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={styles["details"]} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>Suspected commits and similar failures</summary>
      {opened && <Evidence resultId={resultId} />}
    </details>
  );
}

function Evidence({ resultId }: OfFailure) {
  const { data, error, refetch } = useQuery(evidenceQuery(resultId));
  const suspects = useQuery({
    queryKey: ["failures", "suspects", resultId],
    queryFn: async ({ signal }) =>
      (await api.call(readFailureSuspects, { params: { testCaseId: resultId }, signal })).data,
  });
  const failed = error ?? suspects.error;
  if (data !== undefined && suspects.data !== undefined)
    return <EvidenceView evidence={data} suspects={<SuspectsView suspects={suspects.data} level={4} />} />;
  return failed === null ? (
    <Skeleton height={90} mt={8} animate={false} />
  ) : (
    <ErrorPanel
      error={failed}
      fallback="Failed to load the evidence"
      onRetry={() => void Promise.all([refetch(), suspects.refetch()])}
    />
  );
}
