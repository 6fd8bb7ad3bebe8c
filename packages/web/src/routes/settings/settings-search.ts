import type { AuditAction } from "@plumb/contract/administration/audit.ts";
import type { JobState } from "@plumb/contract/administration/jobs.ts";
import type { InvitationStatus } from "@plumb/contract/people/invitations.ts";
import type { Account } from "@plumb/contract/people/users.ts";

export type SettingsTab = "general" | "language-model" | "webhooks" | "users" | "audit" | "jobs";

/** URL parameters of the settings. Unset values are omitted. */
export interface SettingsSearch {
  readonly tab?: Exclude<SettingsTab, "general"> | undefined;
  /** Words to search the users for. */
  readonly q?: string | undefined;
  /** Which users are shown. */
  readonly status?: Account["status"] | undefined;
  /** Which invitations are shown. */
  readonly invitations?: InvitationStatus | undefined;
  /** The project whose invitations, webhooks, or acts in the audit are shown. */
  readonly project?: number | undefined;
  /** The webhook whose deliveries are shown. */
  readonly webhook?: number | undefined;
  /** Which jobs are shown. */
  readonly jobs?: JobState | undefined;
  /** Email address of who acted. */
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** First and last day of the audit, `2030-01-31`, in the reader's time zone. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

const tabs = ["language-model", "webhooks", "users", "audit", "jobs"] as const;
const jobStates = ["failed", "running", "queued", "scheduled"] as const;
const userStatuses = ["active", "deactivated"] as const;
const invitationStatuses = ["pending", "accepted", "expired", "revoked"] as const;
/** The server's limits. */
const maxSearchLength = 200;
const maxAddressLength = 320;

/** Parses the URL parameters and ignores invalid values. */
export function settingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const found: SettingsSearch = {
    tab: tabs.find((tab) => tab === raw["tab"]),
    q: text(raw["q"], maxSearchLength),
    status: userStatuses.find((status) => status === raw["status"]),
    invitations: invitationStatuses.find((status) => status === raw["invitations"]),
    project: id(raw["project"]),
    webhook: id(raw["webhook"]),
    jobs: jobStates.find((state) => state === raw["jobs"]),
    actor: text(raw["actor"], maxAddressLength),
    // Which actions there are, the server knows best: one that it does not know it refuses in words.
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
