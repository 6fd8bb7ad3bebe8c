import { listUserAccess } from "@plumb/contract/people/created-access.ts";
import { listUsers, updateUser } from "@plumb/contract/people/users.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import { recordAudit } from "#store/administration/audit.ts";
import { accessCreatedBy } from "#store/people/created-access.ts";
import { accountPage, changeAccount } from "#store/people/users.ts";

export function userRoutes(api: Api<"bus" | "db">): void {
  api.route(listUsers, async ({ context, query }) => {
    const { search = "", status, limit, cursor } = query;
    const after = cursor === undefined ? undefined : Buffer.from(cursor, "base64url").toString().replaceAll("\0", "");
    const page = await accountPage(context.db, { search: search.trim(), status, after, limit: limit + 1 });
    const last = page.length > limit ? page[limit - 1] : undefined;
    const nextCursor = last === undefined ? null : Buffer.from(last.email.toLowerCase()).toString("base64url");
    return { data: page.slice(0, limit), nextCursor };
  });

  api.route(listUserAccess, async ({ context, params, now }) => ({
    data: await accessCreatedBy(context.db, { userId: params.userId, projectId: null, now }),
  }));

  api.route(updateUser, async (call) => {
    const { context, params, body } = call;
    const data = await context.db.transaction().execute(async (transaction) => {
      const account = await changeAccount(transaction, params.userId, body, call.now);
      if (account === "gone") throw new ApiError("not_found", "This account does not exist.");
      if (account === "last-admin")
        throw new ApiError(
          "conflict",
          "This is the last active administrator. Make another user an administrator first.",
        );
      await recordAudit(transaction, actorOf(call), {
        action: "user.changed",
        targetType: "user",
        targetId: account.id,
        targetName: account.email,
        detail: body,
      });
      return account;
    });
    context.bus.publish({ about: "access", userId: data.id });
    return { data };
  });
}
