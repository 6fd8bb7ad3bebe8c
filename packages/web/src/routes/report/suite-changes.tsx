import type { SuiteState } from "@plumb/contract/projects/dashboard.ts";
import { ChangeLinks } from "#features/changes/change-links.tsx";

/**
 * Counts of changes in the last run of a suite, with links. Without failures, because the dashboard lists their causes. Empty without a run to
 * compare with.
 */
export function suiteChanges({ latest, base, changes }: SuiteState) {
  if (base === null || changes === null) return null;
  const counts = { ...changes, newFailure: 0, backAgain: 0, stillFailing: 0 };
  return <ChangeLinks baseId={base.id} headId={latest.id} counts={counts} whole nothing="" />;
}
