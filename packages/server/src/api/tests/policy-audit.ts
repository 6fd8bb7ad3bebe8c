import type { AuditEntry } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { projectById } from "#store/projects/projects.ts";
import { testsById } from "#store/tests/aliases.ts";

/** Returns an audit event for a change to the rules that determine test states. */
export async function projectAuditEntry(
  transaction: Db,
  projectId: number,
  action: AuditEntry["action"],
  detail: AuditEntry["detail"],
): Promise<AuditEntry> {
  const project = await projectById(transaction, projectId);
  const targetName = project?.name ?? String(projectId);
  return { action, projectId, targetType: "project", targetId: projectId, targetName, ...(detail && { detail }) };
}

/** Returns an audit event for a test, with its current name. */
export async function recordTestAudit(
  transaction: Db,
  projectId: number,
  testId: number,
  action: AuditEntry["action"],
  detail: AuditEntry["detail"],
): Promise<AuditEntry> {
  const [test] = await testsById(transaction, projectId, [testId]);
  const targetName = test?.titlePath.join(" › ") ?? String(testId);
  return { action, projectId, targetType: "test", targetId: testId, targetName, ...(detail && { detail }) };
}
