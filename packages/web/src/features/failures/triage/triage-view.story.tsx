import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { useState } from "react";
import type { TriageStep } from "#lib/address/failure-search.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { GroupDetails } from "#features/failures/groups/group-details.tsx";
import { hostileText, sampleDetails, sampleGroup, sampleGroups } from "#features/failures/sample-failures.ts";
import type { TriageDeeds, TriageOutcome, TriageOutcomes } from "./triage-queue.ts";
import { TriageView } from "./triage-view.tsx";

interface WalkProps {
  readonly queue: readonly FailureGroup[];
  readonly total?: number;
  readonly start?: TriageStep;
  readonly viewer?: boolean;
  readonly missing?: boolean;
  /** Outcomes at the start. */
  readonly before?: readonly (readonly [number, TriageOutcome])[];
  readonly deeds?: TriageDeeds;
  readonly visited?: readonly number[];
}

/** Saves decisions immediately and shows the last call. */
function Walk({
  queue,
  total = queue.length,
  start = 1,
  viewer = false,
  missing = false,
  before = [],
  ...visit
}: WalkProps) {
  const [step, setStep] = useState<TriageStep | undefined>(start);
  const [outcomes, setOutcomes] = useState<TriageOutcomes>(new Map(before));
  const [done, setDone] = useState<unknown>(null);
  const current = missing ? undefined : queue.find(({ id }) => id === step);
  const classify = ({ id }: FailureGroup, as: FailureClass) => {
    setOutcomes(new Map([...outcomes, [id, { status: "saved", as }]]));
    setDone({ classify: id, as });
  };
  return (
    <PageFrame>
      <TriageView
        name="Web shop #117"
        queue={queue}
        total={total}
        current={current}
        missing={missing}
        outcomes={outcomes}
        deeds={visit.deeds ?? new Map()}
        visited={new Set(visit.visited)}
        tookMs={220_000}
        details={
          typeof step === "number" ? (
            <GroupDetails group={sampleDetails(current)} search={{}} actions={undefined} />
          ) : null
        }
        onStep={setStep}
        onCopy={(copied) => setDone({ copied })}
        onCopyLink={() => setDone({ link: step })}
        actions={
          viewer
            ? undefined
            : {
                onClassify: classify,
                onUndo:
                  outcomes.size === 0
                    ? undefined
                    : () => {
                        setOutcomes(new Map());
                        setDone({ undo: true });
                      },
                onRepeat: ({ id }, { status: _status, ...verdict }) => setDone({ repeat: id, ...verdict }),
                onAct: (act, { id }) => setDone({ [act]: id }),
              }
        }
      />
      <output aria-label="Done">{done === null ? "" : JSON.stringify(done)}</output>
      <output aria-label="Step">{String(step)}</output>
    </PageFrame>
  );
}

export const Causes = () => <Walk queue={sampleGroups()} />;
export const OfViewer = () => <Walk queue={sampleGroups()} viewer />;
export const NotSaved = () => (
  <Walk
    queue={sampleGroups()}
    start={2}
    before={[[1, { status: "failed", as: "Environment Issue", reason: "The server did not respond." }]]}
  />
);
export const Summary = () => (
  <Walk
    queue={sampleGroups()}
    start="done"
    before={[
      [1, { status: "saved", as: "Environment Issue" }],
      [2, { status: "saved", same: { id: 1, error: "connect ECONNREFUSED" } }],
    ]}
    deeds={new Map([[1, { assignee: "Ada Okafor", quarantined: 2 }]])}
    visited={[1, 2, 3]}
  />
);
export const Empty = () => <Walk queue={[]} start="done" />;
export const Missing = () => <Walk queue={sampleGroups()} start={99} missing />;
export const Many = () => (
  <Walk queue={Array.from({ length: 200 }, (_, index) => sampleGroup({ id: index + 1 }))} total={1234} start={50} />
);
export const Hostile = () => <Walk queue={[sampleGroup({ representativeError: hostileText })]} />;
