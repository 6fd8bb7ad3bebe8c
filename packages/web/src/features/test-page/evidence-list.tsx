import { Button } from "@mantine/core";
import type { Evidence } from "@plumb/contract/tests/test-page.ts";
import { useState } from "react";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { RunLink } from "./run-link.tsx";
import styles from "./test-view.module.css";

const first = 3;

/** Runs that indicate that a test is flaky, the latest first. */
export function EvidenceList({ evidence }: { readonly evidence: readonly Evidence[] }) {
  const [all, setAll] = useState(false);
  return (
    <>
      <ul className={styles["lines"]} aria-label="Evidence">
        {(all ? evidence : evidence.slice(0, first)).map(({ kind, run, against }) => (
          <li key={`${kind} ${run.id}`}>
            <RunLink run={run} /> {labelOf[kind]} {against !== null && <RunLink run={against} />}{" "}
            <TimeAgo timestamp={run.startTime} className={styles["quiet"]} />
          </li>
        ))}
      </ul>
      {!all && evidence.length > first && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAll(true)}>
          {`Show ${evidence.length - first} more`}
        </Button>
      )}
    </>
  );
}

const labelOf = {
  retry: "passed only on retry",
  same_commit: "failed on the same commit that passed in",
  flip: "failed briefly on a main branch; passed again in",
};
