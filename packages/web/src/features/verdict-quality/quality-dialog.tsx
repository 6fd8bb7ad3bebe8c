import { Modal, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { verdictQualityQuery } from "./quality.queries.ts";
import { QualityView } from "./quality-view.tsx";

interface QualityDialogProps {
  readonly projectId: number;
  readonly search: FailureSearch;
  readonly onClose: () => void;
}

/** Dialog with the accuracy of the engine. */
export function QualityDialog({ projectId, search, onClose }: QualityDialogProps) {
  useFocusBefore();
  const quality = useQuery(verdictQualityQuery(projectId, search));
  return (
    <Modal
      opened
      onClose={onClose}
      title="Classification accuracy"
      size={880}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {quality.data !== undefined ? (
        <QualityView quality={quality.data} />
      ) : quality.isError ? (
        <ErrorPanel
          error={quality.error}
          fallback="Failed to load the classification accuracy"
          onRetry={() => void quality.refetch()}
        />
      ) : (
        <div aria-busy>
          <Skeleton height={360} animate={false} />
        </div>
      )}
    </Modal>
  );
}
