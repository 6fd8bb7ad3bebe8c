import { type ReactNode, useState } from "react";
import { usePageAddress } from "#lib/address/page-address.ts";
import { maxAssigned, type TriagedFailure } from "#lib/keys/triaged-failure.ts";
import type { TriageActions } from "#lib/keys/use-row-keys.ts";
import type { Selection } from "#lib/keys/use-selection.ts";
import { copyWithToast } from "#ui/code/copy-with-toast.ts";
import { showError } from "#ui/feedback/toast.ts";

type Row = TriagedFailure & { readonly id: number };

interface AssigningProps {
  readonly projectId: number;
  readonly assign: (projectId: number, failures: readonly TriagedFailure[], onClose: () => void) => ReactNode;
  /** Rows of the page. */
  readonly failures: readonly Row[];
  readonly selection: Pick<Selection, "selected"> & { readonly isVisible: boolean };
}

/** Hands rows of a list over: assigns the selected ones or a single one, and copies the link of a row. */
export function useAssigning({ projectId, assign, failures, selection }: AssigningProps) {
  const [assigned, setAssigned] = useState<readonly Row[] | null>(null);
  const addressOf = usePageAddress();
  const onAssign: TriageActions["onAssign"] = (of) => {
    if (of === "selection" && (!selection.isVisible || selection.selected.size > maxAssigned))
      return showError(`Select at most ${maxAssigned} rows of one page to assign them`);
    return setAssigned(failures.filter(({ id }) => (of === "selection" ? selection.selected.has(id) : id === of)));
  };
  const onCopyLink = (id: number) => {
    const path = failures.find((failure) => failure.id === id)?.path;
    if (path !== undefined) void copyWithToast(addressOf(path), "Link copied");
  };
  const close = () => setAssigned(null);
  return {
    onAssign,
    onCopyLink,
    dialog: assigned !== null && assigned.length > 0 && assign(projectId, assigned, close),
  };
}
