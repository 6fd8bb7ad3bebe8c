import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useDecide } from "#features/failures/decisions/decisions.ts";
import { SelectionPanel } from "#features/failures/decisions/selection-panel.tsx";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { usePageAddress } from "#lib/address/page-address.ts";
import {
  type FailureAct,
  type FailureTriage,
  refusalOf,
  targetOf,
  type TriagedFailure,
} from "#lib/keys/triaged-failure.ts";
import { useMayHere } from "#routes/access/use-may-here.ts";
import { copyWithToast } from "#ui/code/copy-with-toast.ts";
import { showError } from "#ui/feedback/toast.ts";
import { failureDialog } from "./failure-dialog.tsx";

interface FailureTriageProps {
  readonly projectId: number;
  /** Data of the list, which is reloaded after a decision. */
  readonly queryKey: QueryKey;
  /** Failures of the list. */
  readonly search: FailureSearch;
}

/** Triage of the failures in a list: sets classes, opens the dialogs of the acts, and copies links. `undefined` for viewers. */
export function useFailureTriage({ projectId, queryKey, search }: FailureTriageProps): {
  readonly triage: FailureTriage | undefined;
  readonly dialog: ReactNode;
} {
  const mayTriage = useMayHere("project:triage");
  const queryClient = useQueryClient();
  const addressOf = usePageAddress();
  const { mutate: decide, undoLast } = useDecide(projectId, () => queryClient.invalidateQueries({ queryKey }));
  const [acted, setActed] = useState<{ act: FailureAct; failures: readonly TriagedFailure[] } | null>(null);
  const onAct: FailureTriage["onAct"] = (act, failures) => {
    const refusal = refusalOf(act, failures);
    if (refusal !== null) showError(refusal);
    else setActed({ act, failures });
  };
  const onClassify: FailureTriage["onClassify"] = (failures, primaryClass) =>
    decide({ kind: "classify", target: targetOf(failures), primaryClass });
  const triage: FailureTriage = {
    onClassify,
    onAct,
    onUndo: undoLast,
    onCopyLink: ({ path }) => void copyWithToast(addressOf(path), "Link copied"),
    barOf: (failures, clear) => (
      <SelectionPanel
        projectId={projectId}
        noun="failure"
        count={failures.length}
        target={targetOf(failures)}
        onClassify={(as) => {
          onClassify(failures, as);
          clear();
        }}
        acts={["assign", "quarantine"]}
        onAct={(act) => onAct(act, failures)}
        onClear={clear}
      />
    ),
  };
  return {
    triage: mayTriage ? triage : undefined,
    dialog:
      acted !== null &&
      failureDialog({ projectId, search, ...acted, target: targetOf(acted.failures), onClose: () => setActed(null) }),
  };
}
