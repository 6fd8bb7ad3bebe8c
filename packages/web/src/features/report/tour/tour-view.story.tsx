import { useState } from "react";
import { type TourStep, TourView } from "./tour-view.tsx";

function Page({ start }: { readonly start: TourStep }) {
  const [step, setStep] = useState<TourStep | null>(start);
  return (
    <main>
      <h1>Report</h1>
      <div data-tour="causes">Error: expected 201, got 500</div>
      <div data-tour="story">Broke in #102</div>
      <div data-tour="decision">Application Defect</div>
      {step !== null && <TourView step={step} onStep={setStep} onClose={() => setStep(null)} />}
    </main>
  );
}

export const First = () => <Page start={0} />;
export const Last = () => <Page start={2} />;
