import { SegmentedControl } from "@mantine/core";
import type { JobCounts, JobState } from "@plumb/contract/administration/jobs.ts";
import { countWords, jobStates } from "./job-words.ts";
import styles from "./jobs.module.css";

interface JobStatesProps {
  readonly state: JobState;
  /** Undefined until they are known. */
  readonly counts: JobCounts | undefined;
  readonly onChange: (state: JobState) => void;
}

/** Which jobs are shown, and how many there are of each. */
export function JobStates({ state, counts, onChange }: JobStatesProps) {
  return (
    <div className={styles["states"]}>
      <SegmentedControl
        aria-label="State of the jobs"
        size="xs"
        value={state}
        onChange={(value) => onChange(value)}
        data={jobStates.map(({ value, label }) => ({
          value,
          label: counts === undefined ? label : `${label} ${countWords(counts[value])}`,
        }))}
      />
    </div>
  );
}
