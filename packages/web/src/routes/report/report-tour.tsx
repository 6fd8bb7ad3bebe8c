import type { Report } from "@plumb/contract/runs/reports.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type TourStep, TourView } from "#features/report/tour/tour-view.tsx";
import { resultWindowQuery } from "#features/results/results.queries.ts";
import { closeTour } from "#lib/session/first-tour.ts";

interface ReportTourProps {
  readonly report: Pick<Report, "id" | "summary">;
  /** Opens the row of a failed test. */
  readonly onOpen: (resultId: number) => void;
  readonly onClose: () => void;
}

/** Tour of the first report of a project. Waits for its first failure, because the tour explains one. */
export function ReportTour({ report, onOpen, onClose }: ReportTourProps) {
  const [step, setStep] = useState<TourStep>(0);
  const hasFailures = report.summary.failed + report.summary.errored > 0;
  // Failed tests are the first rows.
  const { data } = useQuery({ ...resultWindowQuery(report.id, {}, 0), enabled: hasFailures });
  const failed = data?.data.find(({ status }) => status === "failed" || status === "error");
  if (failed === undefined) return null;
  return (
    <TourView
      step={step}
      onStep={(next) => {
        if (step === 0) onOpen(failed.id);
        setStep(next);
      }}
      onClose={() => {
        closeTour();
        onClose();
      }}
    />
  );
}
