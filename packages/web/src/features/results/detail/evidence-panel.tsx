import { readEvidence } from "@plumb/contract/failures/decisions.ts";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#lib/api/api.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { EvidenceView } from "./evidence-view.tsx";
import styles from "./result-detail.module.css";

/** Facts about a failure from outside its report. Loads them when it is opened. */
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
  if (data !== undefined) return <EvidenceView evidence={data} />;
  return error === null ? (
    <Skeleton height={90} mt={8} animate={false} />
  ) : (
    <ErrorPanel error={error} fallback="Failed to load the evidence" onRetry={() => void refetch()} />
  );
}
