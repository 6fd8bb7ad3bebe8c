import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { isNotFound } from "#lib/api/error-text.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { SidePanel } from "#ui/layout/side-panel.tsx";
import { UploadDetails, SameReportLink } from "./upload-description.tsx";
import { uploadQuery } from "./uploads.queries.ts";
import styles from "./uploads.module.css";

interface UploadSidePanelProps {
  readonly projectId: number;
  readonly uploadId: number;
  readonly onClose: () => void;
}

/** Panel with the details of an upload, next to the list. */
export function UploadSidePanel({ projectId, uploadId, onClose }: UploadSidePanelProps) {
  const upload = useQuery(uploadQuery(projectId, uploadId));
  return (
    <SidePanel title={`Upload ${uploadId}`} width="34rem" onClose={onClose}>
      {upload.data === undefined ? (
        upload.isError ? (
          isNotFound(upload.error) ? (
            <p className={styles["quiet"]}>
              This upload is not listed. Uploads are kept for 30 days, up to 10,000 per project.
            </p>
          ) : (
            <ErrorPanel
              error={upload.error}
              fallback="Failed to load the upload"
              onRetry={() => void upload.refetch()}
            />
          )
        ) : (
          <Skeleton height={320} aria-label="Loading the upload" />
        )
      ) : (
        <>
          <UploadDetails upload={upload.data} />
          <SameReportLink upload={upload.data} />
        </>
      )}
    </SidePanel>
  );
}
