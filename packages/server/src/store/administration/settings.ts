import { readLogo, type Settings, type SettingsChange } from "@plumb/contract/administration/settings.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

export const defaultSettings: Settings = {
  brandName: "Plumb",
  primaryColor: "#6D2366",
  logo: null,
  footer: "Powered by Plumb",
  notifications: { email: true, slack: false, teams: false },
  signUp: "invitation",
  shareLinks: true,
  version: 1,
};

/** Logo of the installation. `hash` is part of its URL and changes with its content. */
export interface Logo {
  readonly contentType: string;
  readonly base64: string;
  readonly hash: string;
}

/** Settings as stored: the hash of the logo instead of the logo, and the number of saves. */
type StoredChange = Omit<SettingsChange, "logo"> & { readonly logoHash?: string | null; readonly version?: number };

/** Changes to the settings. Absent fields keep their value. */
export type SettingsUpdate = Omit<SettingsChange, "logo"> & { readonly logo?: Logo | null | undefined };

/** Returns the stored settings, with defaults for those that are not set. */
export async function settingsOf(db: Db, defaults: Settings): Promise<Settings> {
  const { rows } = await sql<{ value: StoredChange }>`select value from setting where key = 'general'`.execute(db);
  return merged(defaults, rows[0]?.value ?? {});
}

/** Returns the switches of notifications that were chosen, without defaults. */
export async function chosenNotifications(db: Db): Promise<Partial<Settings["notifications"]>> {
  const { rows } = await sql<{ value: StoredChange }>`select value from setting where key = 'general'`.execute(db);
  return definedOf(rows[0]?.value.notifications ?? {});
}

/**
 * Stores only differences from the default, so that a changed default in a later version applies. `outdated`: the
 * settings were changed since `version`, and nothing was saved.
 */
export async function changeSettings(
  transaction: Db,
  defaults: Settings,
  { logo, ...change }: SettingsUpdate,
  version: number | undefined,
): Promise<Settings | "outdated"> {
  await sql`
    insert into setting (key, value) values ('general', '{}'::jsonb) on conflict (key) do nothing
  `.execute(transaction);
  const { rows } = await sql<{ value: StoredChange }>`
    select value from setting where key = 'general' for update
  `.execute(transaction);
  const before = rows[0]?.value ?? {};
  const current = before.version ?? defaults.version;
  if (version !== undefined && version !== current) return "outdated";
  if (logo !== undefined) await storeLogo(transaction, logo);
  const next: StoredChange = {
    ...before,
    ...change,
    notifications: { ...before.notifications, ...change.notifications },
    ...(logo !== undefined && { logoHash: logo?.hash ?? null }),
    version: current + 1,
  };
  await sql`update setting set value = ${JSON.stringify(next)}::jsonb where key = 'general'`.execute(transaction);
  return merged(defaults, next);
}

/** The logo has its own row because every page reads the settings, but a browser reads the logo only once. */
export async function logoOf(db: Db): Promise<Logo | null> {
  const { rows } = await sql<{ value: Logo }>`select value from setting where key = 'logo'`.execute(db);
  return rows[0]?.value ?? null;
}

async function storeLogo(transaction: Db, logo: Logo | null): Promise<void> {
  await sql`delete from setting where key = 'logo'`.execute(transaction);
  if (logo === null) return;
  await sql`insert into setting (key, value) values ('logo', ${JSON.stringify(logo)}::jsonb)`.execute(transaction);
}

function merged(defaults: Settings, { notifications, logoHash = null, ...rest }: StoredChange): Settings {
  const input = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...defaults,
    ...input,
    logo: logoHash === null ? defaults.logo : `${readLogo.path}?v=${logoHash}`,
    notifications: { ...defaults.notifications, ...definedOf(notifications ?? {}) },
  };
}

function definedOf(flags: Record<string, boolean | undefined>): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(flags).filter((entry): entry is [string, boolean] => entry[1] !== undefined),
  );
}
