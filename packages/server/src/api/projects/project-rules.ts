import { projectAuditEntry } from "#api/tests/policy-audit.ts";
import { ApiError } from "#core/api-error.ts";
import { actorOf } from "#http/actor.ts";
import { type Caller, signedIn } from "#http/caller.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { changeRules, type RulesTable, type StoredRules } from "#store/projects/project-rules.ts";

interface RulesChange {
  readonly projectId: number;
  readonly caller: Caller;
  readonly now: Date;
  /** `version`: the version that the change is based on. */
  readonly body: { readonly rules: string; readonly version: number };
}

/**
 * Stores a project's rules, with an audit event.
 *
 * @throws ApiError `conflict` if another user changed them.
 */
export async function saveRules(
  transaction: Db,
  call: Parameters<typeof actorOf>[0] & RulesChange,
  { table, action }: { readonly table: RulesTable; readonly action: AuditEntry["action"] },
): Promise<void> {
  const { projectId, caller, now } = call;
  const { rules, version } = call.body;
  const userId = signedIn(caller).user.id;
  if (!(await changeRules(transaction, table, projectId, { rules, version, userId, now })))
    throw new ApiError(
      "conflict",
      "Another user changed the rules since you opened them. Nothing was saved; copy yours, and open them again.",
    );
  const detail = { version: version + 1, lines: rules.split("\n").length };
  await recordAudit(transaction, actorOf(call), await projectAuditEntry(transaction, projectId, action, detail));
}

export function presentRules<Problem>(
  { rules, version, changedBy, changedAt }: StoredRules,
  problems: readonly Problem[],
) {
  return { rules, version, changedBy, changedAt: changedAt?.toISOString() ?? null, problems: [...problems] };
}
