import type { Settings } from "@plumb/contract/administration/settings.ts";
import { defaultSettings, settingsOf } from "#store/administration/settings.ts";
import type { Context } from "./context.ts";

/** Returns the stored settings of the server, or the defaults. */
export async function currentSettings(context: Pick<Context, "db" | "config">): Promise<Settings> {
  return settingsOf(context.db, defaultsOf(context));
}

/** The demo allows everyone to sign up, because it only listens on loopback. */
export function defaultsOf({ config }: Pick<Context, "config">): Settings {
  return config.demo ? { ...defaultSettings, signUp: "open" } : defaultSettings;
}
