import { listProjectStates } from "@plumb/contract/projects/projects.ts";
import type { Api } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import { projectStates } from "#store/projects/project-states.ts";

export function projectStateRoutes(api: Api<"db">): void {
  api.route(listProjectStates, async ({ context, caller, query, now }) => {
    const { user } = signedIn(caller);
    const { search = "", state, limit, cursor } = query;
    const after = cursor === undefined ? undefined : Buffer.from(cursor, "base64url").toString().replaceAll("\0", "");
    const page = await projectStates(context.db, {
      userId: user.id,
      everyProject: user.role === "ADMIN",
      search: search.trim(),
      state,
      after,
      limit: limit + 1,
      now,
    });
    const last = page.length > limit ? page[limit - 1] : undefined;
    return {
      data: page.slice(0, limit).map((row) => row.state),
      nextCursor: last === undefined ? null : Buffer.from(last.sortedBy).toString("base64url"),
    };
  });
}
