import { Modal, Skeleton } from "@mantine/core";
import { resolvedCausesPage } from "@plumb/contract/failures/resolutions.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { readFigure, type ResolutionFigure } from "#lib/address/resolution-figure.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { resolutionQualityQuery, resolvedCausesQuery, verdictQualityQuery } from "./quality.queries.ts";
import { QualityView } from "./quality-view.tsx";
import { ResolutionView } from "./resolution-view.tsx";
import { ResolvedCausesView } from "./resolved-causes-view.tsx";

interface QualityDialogProps {
  readonly projectId: number;
  readonly search: FailureSearch;
  readonly onClose: () => void;
}

/** Dialog with the accuracy of the engine. */
export function QualityDialog({ projectId, search, onClose }: QualityDialogProps) {
  useFocusBefore();
  const figure = readFigure(search.figure);
  return (
    <Modal
      opened
      onClose={onClose}
      title="Classification accuracy"
      size={880}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {figure === undefined ? (
        <Metrics projectId={projectId} search={search} />
      ) : (
        <ResolvedCauses key={search.figure} projectId={projectId} figure={figure} search={search} />
      )}
    </Modal>
  );
}

function Metrics({ projectId, search }: Omit<QualityDialogProps, "onClose">) {
  const quality = useQuery(verdictQualityQuery(projectId, search));
  const resolutions = useQuery(resolutionQualityQuery(projectId));
  return (
    <>
      {quality.data !== undefined ? (
        <QualityView quality={quality.data} />
      ) : (
        <Waiting query={quality} fallback="Failed to load the classification accuracy" />
      )}
      {resolutions.data !== undefined ? (
        <ResolutionView quality={resolutions.data} search={search} />
      ) : (
        <Waiting query={resolutions} fallback="Failed to load the comparison with the repository" />
      )}
    </>
  );
}

interface ResolvedCausesProps extends Omit<QualityDialogProps, "onClose"> {
  readonly figure: ResolutionFigure;
}

function ResolvedCauses({ projectId, figure, search }: ResolvedCausesProps) {
  const [page, setPage] = useState(1);
  const causes = useQuery(resolvedCausesQuery(projectId, figure, page));
  if (causes.data === undefined) return <Waiting query={causes} fallback="Failed to load the causes" />;
  return (
    <ResolvedCausesView
      figure={figure}
      causes={causes.data.data}
      total={causes.data.total}
      page={page}
      pageSize={resolvedCausesPage}
      onPage={setPage}
      search={search}
    />
  );
}

interface WaitingProps {
  readonly query: { readonly isError: boolean; readonly error: unknown; readonly refetch: () => Promise<unknown> };
  readonly fallback: string;
}

function Waiting({ query, fallback }: WaitingProps) {
  return query.isError ? (
    <ErrorPanel error={query.error} fallback={fallback} onRetry={() => void query.refetch()} />
  ) : (
    <div aria-busy>
      <Skeleton height={360} animate={false} />
    </div>
  );
}
