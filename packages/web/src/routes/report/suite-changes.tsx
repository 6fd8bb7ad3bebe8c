import type { SuiteState } from "@plumb/contract/projects/dashboard.ts";
import { ChangeLinks } from "#features/changes/change-links.tsx";

/** Counts of changes in the last run of a suite, with links. Empty without a run to compare with. */
export function suiteChanges({ latest, base, changes }: SuiteState) {
  return base === null || changes === null ? null : (
    <ChangeLinks baseId={base.id} headId={latest.id} counts={changes} whole />
  );
}
