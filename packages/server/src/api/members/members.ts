import {
  addMember,
  changeMember,
  listAssignableMembers,
  listCandidates,
  listMembers,
  type Member,
  removeMember,
} from "@plumb/contract/projects/members.ts";
import { listMemberAccess } from "@plumb/contract/people/created-access.ts";
import { notifyAddedMember, notifyChangedMember } from "#api/notifications/notices.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import { ApiError } from "#core/api-error.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { accessCreatedBy } from "#store/people/created-access.ts";
import * as store from "#store/projects/members.ts";

export function memberRoutes(api: Api<"bus" | "clock" | "db" | "log">): void {
  api.route(listMembers, async ({ context, projectId }) => ({ data: await store.membersOf(context.db, projectId) }));

  api.route(listAssignableMembers, async ({ context, projectId }) => ({
    data: (await store.membersOf(context.db, projectId)).filter(({ active }) => active),
  }));

  api.route(listMemberAccess, async ({ context, projectId, params, now }) => ({
    data: await accessCreatedBy(context.db, { userId: params.userId, projectId, now }),
  }));

  api.route(listCandidates, async ({ context, projectId, query }) => ({
    data: await store.candidatesFor(context.db, projectId, query.search),
  }));

  api.route(addMember, async (call) => {
    const { context, projectId, body } = call;
    const data = await context.db.transaction().execute(async (transaction) => {
      const added = await store.addMember(transaction, projectId, body.userId, body.roleKey);
      if (added === "no-account") throw new ApiError("not_found", "There is no active account with this ID.");
      if (added === "member") throw new ApiError("conflict", "This person is already a member of the project.");
      const member = await existing(transaction, projectId, body.userId);
      await recordAudit(transaction, actorOf(call), about("member.added", projectId, member, { role: body.roleKey }));
      return member;
    });
    const actor = signedIn(call.caller).user;
    await notifyAddedMember(context, { actor, userId: data.id, projectId, role: body.roleKey });
    return { data };
  });

  api.route(changeMember, async (call) => {
    const { context, projectId, params, body } = call;
    const before = await context.db.transaction().execute(async (transaction) => {
      const before = await existing(transaction, projectId, params.userId);
      await store.changeRole(transaction, projectId, params.userId, body.roleKey);
      const detail = { role: [before.role_key, body.roleKey] };
      await recordAudit(transaction, actorOf(call), about("member.changed", projectId, before, detail));
      return before;
    });
    const actor = signedIn(call.caller).user;
    const notice = { actor, userId: before.id, projectId, role: body.roleKey, before: before.role_key };
    await notifyChangedMember(context, notice);
    return { data: { ...before, role_key: body.roleKey } };
  });

  api.route(removeMember, async (call) => {
    const { context, projectId, params } = call;
    await context.db.transaction().execute(async (transaction) => {
      const before = await existing(transaction, projectId, params.userId);
      await store.removeMember(transaction, projectId, params.userId);
      await recordAudit(
        transaction,
        actorOf(call),
        about("member.removed", projectId, before, { role: before.role_key }),
      );
    });
    context.bus.publish({ about: "access", userId: params.userId });
    return { data: null };
  });
}

async function existing(transaction: Db, projectId: number, userId: number): Promise<Member> {
  const member = await store.memberById(transaction, projectId, userId);
  if (member === null) throw new ApiError("not_found", "This person is not a member of the project.");
  return member;
}

function about(
  action: AuditEntry["action"],
  projectId: number,
  member: Member,
  detail: Record<string, unknown>,
): AuditEntry {
  return { action, projectId, targetType: "user", targetId: member.id, targetName: member.email, detail };
}
