import type { TriageActions } from "#lib/keys/use-row-keys.ts";
import type { Selection } from "#lib/keys/use-selection.ts";

/** Row actions for users with triage permission. */
export interface RowActions extends TriageActions {
  /** Ids of the rows from top to bottom. */
  readonly ids: readonly number[];
  readonly onSelectPage: Selection["onSelectPage"];
  /** Opens the dialog for class, sub-class and scope. */
  readonly onReclassify: (id: number) => void;
}
