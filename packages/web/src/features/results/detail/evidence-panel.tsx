import { readEvidence } from "@plumb/contract/failures/decisions.ts";
import { readFailureSuspects } from "@plumb/contract/failures/suspects.ts";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#lib/api/api.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { SuspectsView } from "#ui/commits/suspects-view.tsx";
import { EvidenceView } from "./evidence-view.tsx";
import styles from "./result-detail.module.css";

/** Facts about a failure from outside its report. Loaded when the panel is opened. */
export function EvidencePanel({ resultId }: { readonly resultId: number }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={styles["details"]} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>What changed, and similar failures</summary>
      {opened && <Evidence resultId={resultId} />}
    </details>
  );
}

function Evidence({ resultId }: { readonly resultId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["failures", "evidence", resultId],
    queryFn: async ({ signal }) => (await api.call(readEvidence, { params: { testCaseId: resultId }, signal })).data,
  });
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
