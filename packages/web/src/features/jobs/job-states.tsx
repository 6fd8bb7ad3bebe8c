import { SegmentedControl } from "@mantine/core";
import type { JobCounts, JobState } from "@plumb/contract/administration/jobs.ts";
import { countText, jobStates } from "./job-texts.ts";
import styles from "./jobs.module.css";

interface JobStatesProps {
  readonly state: JobState;
  /** `undefined` while loading. */
  readonly counts: JobCounts | undefined;
  readonly onChange: (state: JobState) => void;
}

/** Filter of the jobs by state, with their counts. */
export function JobStates({ state, counts, onChange }: JobStatesProps) {
  return (
    <div className={styles["states"]}>
      <SegmentedControl
        aria-label="Job state"
        size="xs"
        value={state}
        onChange={(value) => onChange(value)}
        data={jobStates.map(({ value, label }) => ({
          value,
          label: counts === undefined ? label : `${label} ${countText(counts[value])}`,
        }))}
      />
    </div>
  );
}
