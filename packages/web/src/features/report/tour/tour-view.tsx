import { Button, CloseButton } from "@mantine/core";
import { useEffect } from "react";
import styles from "./tour.module.css";

/** Steps, with the part of the page that each one outlines (`data-tour` of that part). */
const steps = [
  {
    part: "causes",
    title: "One line per cause",
    text: "Tests that fail for the same reason are one group. New causes come first, and passed tests are folded below.",
  },
  {
    part: "story",
    title: "How it began",
    text: "The first line of a failure says since which run it fails, after which commit, and what else broke with it. The error, picture and failing step follow.",
  },
  {
    part: "decision",
    title: "Whose it is",
    text: "Plumb suggests a class with its reason. Press 1 to 5 to set another one, and a to assign the failure. The next runs remember it.",
  },
] as const;

/** Steps of the tour, from 0. */
export type TourStep = 0 | 1 | 2;

interface TourViewProps {
  readonly step: TourStep;
  readonly onStep: (step: TourStep) => void;
  readonly onClose: () => void;
}

/** Tour of a failure in three steps. It takes no focus, so that the page can be used meanwhile. */
export function TourView({ step, onStep, onClose }: TourViewProps) {
  const { part, title, text } = steps[step];
  useEffect(() => {
    document.body.dataset["toured"] = part;
    document.querySelector(`[data-tour="${part}"]`)?.scrollIntoView({ block: "nearest" });
    return () => {
      delete document.body.dataset["toured"];
    };
  }, [part]);
  const isLast = step === 2;
  return (
    <aside className={styles["tour"]} aria-label="Tour of a failure">
      <CloseButton className={styles["close"] ?? ""} aria-label="Close the tour" onClick={onClose} />
      <output>
        <strong>{title}</strong>
        <p>{text}</p>
      </output>
      <div className={styles["buttons"]}>
        <span>{`${step + 1} of ${steps.length}`}</span>
        {step > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => onStep(step === 1 ? 0 : 1)}>
            Back
          </Button>
        )}
        <Button size="compact-sm" onClick={isLast ? onClose : () => onStep(step === 0 ? 1 : 2)}>
          {isLast ? "Done" : step === 0 ? "Open a failure" : "Next"}
        </Button>
      </div>
    </aside>
  );
}
