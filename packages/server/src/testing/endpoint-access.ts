import type { AuditAction } from "@plumb/contract/administration/audit.ts";
import type { Endpoint } from "@plumb/contract/endpoint.ts";

const roles = ["viewer", "user", "lead", "admin"] as const;
export const keyCallers = ["key", "readingKey", "keyWithoutScope", "revokedKey"] as const;

/** Callers of the permission walk. */
export const callers = ["nobody", "outsider", ...roles, "expired", "deactivated", ...keyCallers, "shareLink"] as const;
export type Caller = (typeof callers)[number];

/** Callers with a permission: a role and all higher ones, or everyone; and the key of the project that also has it. */
interface Permitted {
  readonly role: (typeof roles)[number] | "account" | "everyone" | "nobody";
  readonly key?: "key" | "readingKey";
  /** Users who are not members cannot see a project, so they get status 404 instead of 403. */
  readonly inProject?: true;
}

const groups = {
  everyone: { role: "everyone" },
  accounts: { role: "account" },
  admins: { role: "admin" },
  /** Leads of any project. */
  inviters: { role: "lead" },
  viewers: { role: "viewer", inProject: true },
  /** Viewers, and keys with the scope `read`. */
  readers: { role: "viewer", key: "readingKey", inProject: true },
  users: { role: "user", inProject: true },
  /** Users, and keys with the scope `ingest`. */
  uploaders: { role: "user", key: "key", inProject: true },
  leads: { role: "lead", inProject: true },
  /** Share links, whatever they show. */
  shareLinks: { role: "nobody" },
} as const satisfies Readonly<Record<string, Permitted>>;

/** Reasons why an endpoint with side effects records no audit event. */
type NotAudited =
  /** It only reads, or previews a change. */
  | "reads"
  /** It only changes what its caller sees. */
  | "personal"
  /** The changed data has its own history. */
  | "history"
  /** Everything that is sent is listed under Uploads, with its key. */
  | "uploads"
  /** It only adds commits, and never changes a result. */
  | "commits"
  /** It queues work that everyone with access to the result can request. */
  | "queues";

/** Test data: a project with a report, and all kinds of callers. */
export interface Fixtures {
  readonly projectId: number;
  readonly reportId: number;
  readonly resultId: number;
  /** A failed result in another report. */
  readonly failedId: number;
  readonly groupId: number;
  /** An analysis item of another author. */
  readonly annotationId: number;
  /** Id of all other objects. */
  readonly otherId: number;
  /** Password of the administrator. */
  readonly password: string;
  /** Creates a token per call, because some calls end their session. */
  readonly tokenOf: (caller: Caller) => Promise<string | undefined>;
  /** Creates a user for calls that delete users. */
  readonly newPerson: (
    projectId?: number,
  ) => Promise<{ readonly id: number; readonly email: string; readonly token: string }>;
  readonly newKeyId: () => Promise<number>;
  readonly newShareLinkId: () => Promise<number>;
  readonly newInvitation: () => Promise<{ id: number; token: string }>;
}

/** Parts of a call. */
export interface EndpointCall {
  readonly params?: Record<string, number | string>;
  readonly query?: Record<string, string>;
  readonly body?: object | string;
}

/** Expected access to an endpoint, for tests. The contract grants access; a change here is a change of permissions. */
export interface EndpointAccess {
  readonly endpoint: Endpoint;
  /** Callers with access. All others are rejected. */
  readonly callers: keyof typeof groups;
  /** True if a share link of the report `reportId` has access, too. */
  readonly shared?: true;
  /** Status of the call for callers with access, if it is not 200. */
  readonly status?: number;
  /** Audit events that the endpoint records, or why it records none. Required for all methods but GET. */
  readonly audit?: readonly AuditAction[] | NotAudited;
  /**
   * A valid call. Ids in the path are those of the fixtures, or `otherId`, unless they are set here. A call that would destroy the test data fails
   * after the permission check.
   */
  readonly sample?: EndpointCall | ((fixtures: Fixtures) => EndpointCall | Promise<EndpointCall>);
}

/** Sample of an endpoint whose query contains the project. */
export function inProjectQuery({ projectId }: Fixtures): EndpointCall {
  return { query: { projectId: String(projectId) } };
}

/** Returns the expected status for each caller. */
export function statusesOf({ callers: group, shared, status = 200 }: EndpointAccess): Record<Caller, number> {
  const { role, key, inProject }: Permitted = groups[group];
  const statusOf = (caller: Caller) => {
    if (role === "everyone" || caller === key || (shared === true && caller === "shareLink")) return status;
    if (["nobody", "expired", "deactivated", "revokedKey"].includes(caller)) return 401;
    if (caller === "outsider") return role === "account" ? status : inProject ? 404 : 403;
    return isRole(caller) && (role === "account" || (role !== "nobody" && roles.indexOf(caller) >= roles.indexOf(role)))
      ? status
      : 403;
  };
  return Object.fromEntries(callers.map((caller) => [caller, statusOf(caller)])) as Record<Caller, number>;
}

function isRole(caller: Caller): caller is (typeof roles)[number] {
  return (roles as readonly Caller[]).includes(caller);
}
