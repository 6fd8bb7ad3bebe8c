import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { isNotFound } from "#lib/api/error-text.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { SidePanel } from "#ui/layout/side-panel.tsx";
import { ArrivalDetails, SameReportLink } from "./arrival-details.tsx";
import { arrivalQuery } from "./arrivals.queries.ts";
import styles from "./arrivals.module.css";

interface ArrivalPanelProps {
  readonly projectId: number;
  readonly uploadId: number;
  readonly onClose: () => void;
}

/** Panel with the details of an upload, next to the list. */
export function ArrivalPanel({ projectId, uploadId, onClose }: ArrivalPanelProps) {
  const arrival = useQuery(arrivalQuery(projectId, uploadId));
  return (
    <SidePanel title={`Upload ${uploadId}`} width="34rem" onClose={onClose}>
      {arrival.data === undefined ? (
        arrival.isError ? (
          isNotFound(arrival.error) ? (
            <p className={styles["quiet"]}>
              This upload is not listed. Uploads are kept for 30 days, up to 10,000 per project.
            </p>
          ) : (
            <ErrorPanel
              error={arrival.error}
              fallback="Failed to load the upload"
              onRetry={() => void arrival.refetch()}
            />
          )
        ) : (
          <Skeleton height={320} aria-label="Loading the upload" />
        )
      ) : (
        <>
          <ArrivalDetails arrival={arrival.data} />
          <SameReportLink arrival={arrival.data} />
        </>
      )}
    </SidePanel>
  );
}
