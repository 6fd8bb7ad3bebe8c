import type { Settings, SettingsChange } from "@plumb/contract/settings.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Until somebody changes them. */
export const defaultSettings: Settings = {
  brandName: "Plumb",
  primaryColor: "#6D2366",
  footer: "Powered by Plumb",
  notifications: { email: true, slack: false, teams: false },
  signUp: "invitation",
};

/** What was changed, over what is so by default. */
export async function settingsOf(db: Db, defaults: Settings): Promise<Settings> {
  const { rows } = await sql<{ value: SettingsChange }>`select value from setting where key = 'general'`.execute(db);
  return merged(defaults, rows[0]?.value ?? {});
}

/** Keeps only what differs from nothing said: a default that a later version changes still reaches who never chose. */
export async function changeSettings(transaction: Db, defaults: Settings, change: SettingsChange): Promise<Settings> {
  await sql`
    insert into setting (key, value) values ('general', '{}'::jsonb) on conflict (key) do nothing
  `.execute(transaction);
  const { rows } = await sql<{ value: SettingsChange }>`
    select value from setting where key = 'general' for update
  `.execute(transaction);
  const before = rows[0]?.value ?? {};
  const next = { ...before, ...change, notifications: { ...before.notifications, ...change.notifications } };
  await sql`update setting set value = ${JSON.stringify(next)}::jsonb where key = 'general'`.execute(transaction);
  return merged(defaults, next);
}

function merged(defaults: Settings, { notifications, ...rest }: SettingsChange): Settings {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...defaults, ...given, notifications: { ...defaults.notifications, ...definedOf(notifications ?? {}) } };
}

function definedOf(flags: Record<string, boolean | undefined>): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(flags).filter((entry): entry is [string, boolean] => entry[1] !== undefined),
  );
}
