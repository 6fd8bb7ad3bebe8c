import type { callers } from "#testing/permission-walk.ts";

/** Expected status for each caller. */
export type Statuses = Readonly<Record<(typeof callers)[number], number>>;

const roles = ["viewer", "user", "lead", "admin"] as const;
export type Role = (typeof roles)[number];

export interface Exceptions {
  /** Status for callers with permission, if it is not 200. */
  readonly status?: number;
  /** API key of the project that also has the permission. */
  readonly key?: "key" | "readingKey";
}

export function everyone(status: number): Statuses {
  const keys = { key: status, readingKey: status, keyWithoutScope: status, revokedKey: status };
  const roleless = { nobody: status, outsider: status, expired: status, deactivated: status };
  return { ...roleless, viewer: status, user: status, lead: status, admin: status, ...keys };
}

/** Allows users with this role or a higher one, and rejects all others with 403. */
export function onServer(role: Role, { status = 200, key }: Exceptions = {}): Statuses {
  const allowed = roles.slice(roles.indexOf(role)).map((name) => [name, status] as const);
  return {
    ...everyone(403),
    nobody: 401,
    expired: 401,
    deactivated: 401,
    revokedKey: 401,
    ...Object.fromEntries(allowed),
    ...(key === undefined ? {} : { [key]: status }),
  };
}

/** Like `onServer`, inside a project, which users who are not members cannot see. */
export function inProject(role: Role, exceptions: Exceptions = {}): Statuses {
  return { ...onServer(role, exceptions), outsider: 404 };
}

/** Allows every account. */
export function signedIn(status = 200): Statuses {
  return { ...onServer("viewer", { status }), outsider: status };
}
