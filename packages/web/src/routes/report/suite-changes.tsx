import type { SuiteState } from "@plumb/contract/projects/dashboard.ts";
import { ChangeLinks } from "#features/changes/change-links.tsx";

/** What changed in a suite's last run, each count a link; nothing if there is no run to compare it with. */
export function suiteChanges({ latest, base, changes }: SuiteState) {
  return base === null || changes === null ? null : (
    <ChangeLinks baseId={base.id} headId={latest.id} counts={changes} whole />
  );
}
