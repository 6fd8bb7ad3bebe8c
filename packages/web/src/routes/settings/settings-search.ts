import type { AuditAction } from "@plumb/contract/administration/audit.ts";
import type { JobState } from "@plumb/contract/administration/jobs.ts";
import type { InvitationStatus } from "@plumb/contract/people/invitations.ts";
import type { Account } from "@plumb/contract/people/users.ts";

export const settingsTabs = [
  "general",
  "language-model",
  "connections",
  "notifications",
  "webhooks",
  "users",
  "audit",
  "jobs",
  "backups",
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** URL parameters of the settings. Unset values are omitted. */
export interface SettingsSearch {
  readonly tab?: Exclude<SettingsTab, "general"> | undefined;
  /** Search words for the users. */
  readonly q?: string | undefined;
  /** Status filter of the users. */
  readonly status?: Account["status"] | undefined;
  /** Status filter of the invitations. */
  readonly invitations?: InvitationStatus | undefined;
  /** Project filter of invitations, connections, webhooks and the audit log. */
  readonly project?: number | undefined;
  /** Webhook whose deliveries are shown. */
  readonly webhook?: number | undefined;
  /** Connection whose deliveries are shown. */
  readonly connection?: number | undefined;
  /** Whether the dialog that connects a channel is open. */
  readonly connect?: true | undefined;
  /** State filter of the jobs. */
  readonly jobs?: JobState | undefined;
  /** Email address of the acting user. */
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** First and last day of the audit log (`2030-01-31`), in the reader's time zone. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

const jobStates = ["failed", "running", "queued", "scheduled"] as const;
const userStatuses = ["active", "deactivated"] as const;
const invitationStatuses = ["pending", "accepted", "expired", "revoked"] as const;
/** Limits of the server. */
const maxSearchLength = 200;
const maxAddressLength = 320;

/** Parses the URL parameters and ignores invalid values. */
export function settingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const found: SettingsSearch = {
    tab: settingsTabs.find((tab): tab is Exclude<SettingsTab, "general"> => tab !== "general" && tab === raw["tab"]),
    q: text(raw["q"], maxSearchLength),
    status: userStatuses.find((status) => status === raw["status"]),
    invitations: invitationStatuses.find((status) => status === raw["invitations"]),
    project: id(raw["project"]),
    webhook: id(raw["webhook"]),
    connection: id(raw["connection"]),
    connect: raw["connect"] === true ? true : undefined,
    jobs: jobStates.find((state) => state === raw["jobs"]),
    actor: text(raw["actor"], maxAddressLength),
    // Only the server knows all actions. It rejects unknown ones with a message.
    action: /^[a-z_]+\.[a-z_]+$/.test(String(raw["action"])) ? (raw["action"] as AuditAction) : undefined,
    from: day(raw["from"]),
    until: day(raw["until"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function id(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** The router reads `q=404` as a number. */
function text(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const cut = String(value).slice(0, maxLength);
  return cut === "" ? undefined : cut;
}

function day(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
}
