import type { ReactNode } from "react";
import type { AttemptChoice } from "./attempts.tsx";
import { LoadedResult } from "./loaded-result.tsx";
import { ResultDetail } from "./result-detail.tsx";

interface SharedResultPanelProps extends AttemptChoice {
  readonly reportId: number;
  readonly resultId: number;
  readonly live: boolean;
  /** Facts about the run, from the report. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly actions?: ReactNode;
}

/** Details of a test for the reader of a share link: without its history, which belongs to other reports. */
export function SharedResultPanel({ reportId, resultId, live, metadata, actions, ...choice }: SharedResultPanelProps) {
  return (
    <LoadedResult reportId={reportId} resultId={resultId} live={live}>
      {(detail) => <ResultDetail detail={detail} metadata={metadata} renderActions={() => actions} {...choice} />}
    </LoadedResult>
  );
}
