import { readSettings, updateSettings } from "@plumb/contract/administration/settings.ts";
import { logoFrom } from "./logo.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { currentSettings, defaultsOf } from "#core/current-settings.ts";
import { ApiError } from "#core/api-error.ts";
import { recordAudit } from "#store/administration/audit.ts";
import { changeSettings } from "#store/administration/settings.ts";

export function settingsRoutes(api: Api<"config" | "db">): void {
  api.route(readSettings, async ({ context }) => ({ data: await currentSettings(context) }));

  api.route(updateSettings, async (call) => {
    const { context, body } = call;
    const { version, logo: address, ...change } = body;
    const logo = typeof address === "string" ? logoFrom(address) : address;
    return context.db.transaction().execute(async (transaction) => {
      const settings = await changeSettings(transaction, defaultsOf(context), { ...change, logo }, version);
      if (settings === "outdated")
        throw new ApiError(
          "conflict",
          "Another user changed the settings. Your changes have not been saved; reload the settings and make them again.",
        );
      await recordAudit(transaction, actorOf(call), {
        action: "settings.changed",
        targetType: "settings",
        targetName: "Settings",
        detail: { ...change, ...(logo !== undefined && { logo: logo === null ? "removed" : "replaced" }) },
      });
      return { data: settings };
    });
  });
}
