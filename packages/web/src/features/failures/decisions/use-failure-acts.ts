import { useState } from "react";
import { usePageAddress } from "#lib/address/page-address.ts";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import {
  type FailureAct,
  type FailureDialog,
  type FailureTarget,
  refusalOf,
  targetOf,
  type TriagedFailure,
} from "#lib/keys/triaged-failure.ts";
import { copyWithToast } from "#ui/code/copy-with-toast.ts";
import { showError } from "#ui/feedback/toast.ts";

type Row = TriagedFailure & { readonly id: number };

interface FailureActsProps {
  readonly projectId: number;
  readonly dialog: FailureDialog;
  readonly search: FailureSearch;
  /** Rows of the page. */
  readonly rows: readonly Row[];
  readonly selection: {
    readonly selected: ReadonlySet<number>;
    readonly target: FailureTarget;
    /** Whether all selected rows are on the page. */
    readonly isVisible: boolean;
  };
}

interface Acted {
  readonly act: FailureAct;
  readonly failures: readonly TriagedFailure[];
  readonly target: FailureTarget;
}

/** Opens the dialogs of the acts for the selected rows of a list or for a single one, and copies the link of a row. */
export function useFailureActs({ projectId, dialog, search, rows, selection }: FailureActsProps) {
  const [acted, setActed] = useState<Acted | null>(null);
  const addressOf = usePageAddress();
  const onAct = (act: FailureAct, of: "selection" | number) => {
    const isMany = of === "selection";
    const chosen = rows.filter(({ id }) => (isMany ? selection.selected.has(id) : id === of));
    const failures = isMany && !selection.isVisible ? [] : chosen;
    const refusal = refusalOf(act, failures);
    if (refusal !== null) showError(refusal);
    else setActed({ act, failures, target: isMany ? selection.target : targetOf(failures) });
  };
  const onCopyLink = (id: number) => {
    const path = rows.find((row) => row.id === id)?.path;
    if (path !== undefined) void copyWithToast(addressOf(path), "Link copied");
  };
  return {
    onAct,
    onCopyLink,
    dialog: acted !== null && dialog({ projectId, search, ...acted, onClose: () => setActed(null) }),
  };
}
