import { Modal } from "@mantine/core";
import type { DuplicateProposal, LikelyDuplicate } from "@plumb/contract/failures/duplicates.ts";
import { useState } from "react";
import { Duplicates } from "./duplicates.tsx";
import { hostileText } from "#features/failures/sample-failures.ts";

function cause(change: Partial<LikelyDuplicate> = {}): LikelyDuplicate {
  return {
    id: 1,
    primaryClass: "Application Defect",
    subClass: { code: "A1", name: "Wrong Result / Business Logic" },
    confidence: 71,
    decidedBy: "model",
    representativeError: "Could not load the basket of the customer",
    text: "could not load the basket of the customer",
    onlyHere: [],
    lastSeen: "2030-01-01T09:00:00Z",
    failures: 12,
    tests: 3,
    runs: 6,
    ...change,
  };
}

const wordsProposal: DuplicateProposal = {
  causes: [
    cause(),
    cause({
      id: 2,
      representativeError: "Could not load the basket of the customer after 3 attempts",
      text: "could not load the basket of the customer after <n> attempts",
      onlyHere: ["after", "<n>", "attempts"],
      failures: 4,
      tests: 2,
      runs: 4,
    }),
  ],
  likelihood: 87,
  by: "words",
  sharedWords: 7,
  sharedTests: 2,
  sharedRuns: 1,
  merged: { failures: 16, tests: 3, runs: 9 },
};

const location: DuplicateProposal = {
  causes: [
    cause({
      id: 3,
      primaryClass: "Automation Script Error",
      subClass: { code: "S1", name: "Locator Not Found / Outdated" },
      representativeError: "getByRole('button', { name: 'Pay' }): locator.click: Timeout 30000ms exceeded",
      text: "locator.click: timeout <time> exceeded.\ngetbyrole('button', { name: 'pay' })",
      onlyHere: ["click", "timeout", "exceeded"],
    }),
    cause({
      id: 4,
      primaryClass: null,
      subClass: null,
      representativeError: "getByRole('button', { name: 'Pay' }): expect(locator).toBeVisible() failed",
      text: "expect(locator).tobevisible() failed\ngetbyrole('button', { name: 'pay' })",
      onlyHere: ["expect", "tobevisible", "failed"],
      failures: 1,
      tests: 1,
      runs: 1,
    }),
  ],
  likelihood: 65,
  by: "place",
  sharedWords: 5,
  sharedTests: 1,
  sharedRuns: 0,
  merged: { failures: 13, tests: 3, runs: 7 },
};

interface DialogProps {
  readonly proposals: readonly DuplicateProposal[];
  readonly total?: number;
  readonly notCompared?: number;
  readonly busy?: boolean;
}

/** Proposals disappear after a decision, which is shown. */
function Dialog({ proposals, total, notCompared = 0, busy = false }: DialogProps) {
  const [left, setLeft] = useState(proposals);
  const [done, setDone] = useState("");
  const decided = (what: string) => (groupIds: readonly number[]) => {
    setDone(`${what} ${groupIds.join(" ")}`);
    setLeft(left.filter(({ causes }) => causes[0]?.id !== groupIds[0]));
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      size="xl"
      title="Likely duplicates"
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 0 }}
    >
      <Duplicates
        proposals={left}
        total={total ?? left.length}
        notCompared={notCompared}
        periodText="in 30 days"
        busy={busy}
        onMerge={decided("merge")}
        onKeepApart={decided("apart")}
      />
      <output aria-label="Done">{done}</output>
    </Modal>
  );
}

export const Proposals = () => <Dialog proposals={[wordsProposal, location]} />;
export const None = () => <Dialog proposals={[]} />;
export const TooMany = () => <Dialog proposals={[wordsProposal]} total={180} notCompared={1234} />;
export const Busy = () => <Dialog proposals={[wordsProposal]} busy />;
export const Hostile = () => (
  <Dialog
    proposals={[
      {
        ...wordsProposal,
        causes: [
          cause({ representativeError: hostileText, text: hostileText, onlyHere: ["img", "x"] }),
          cause({ id: 2, text: "a", failures: 12_345_678, tests: 1_234_567, runs: 99_999 }),
        ],
      },
    ]}
  />
);
