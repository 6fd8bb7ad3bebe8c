import { Modal, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { useDecide } from "#features/failures/decisions/decisions.ts";
import { Duplicates } from "./duplicates.tsx";
import { windowText } from "#features/failures/failure-texts.ts";
import { duplicatesQuery } from "#features/failures/failures.queries.ts";

interface DuplicatesDialogProps {
  readonly projectId: number;
  readonly search: FailureSearch;
  readonly onClose: () => void;
}

/** Dialog with causes that could be merged. */
export function DuplicatesDialog({ projectId, search, onClose }: DuplicatesDialogProps) {
  useFocusBefore();
  const duplicates = useQuery({ ...duplicatesQuery(projectId, search), staleTime: 0 });
  const { mutate: decide, isPending } = useDecide(projectId);
  const { data, error } = duplicates;
  return (
    <Modal opened onClose={onClose} size="xl" title="Likely duplicates" closeButtonProps={{ "aria-label": "Close" }}>
      {data !== undefined ? (
        <Duplicates
          {...data}
          proposals={data.data}
          periodText={windowText(search)}
          busy={isPending || duplicates.isPlaceholderData}
          onMerge={(groupIds) => decide({ kind: "merge", groupIds })}
          onKeepApart={(groupIds) => decide({ kind: "apart", groupIds })}
        />
      ) : error === null ? (
        <div aria-busy>
          <Skeleton height={220} animate={false} />
        </div>
      ) : (
        <ErrorPanel
          error={error}
          fallback="Failed to find duplicate causes"
          onRetry={() => void duplicates.refetch()}
        />
      )}
    </Modal>
  );
}
