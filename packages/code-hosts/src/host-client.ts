export interface HostRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** Sent as JSON. */
  readonly body?: object;
}

export interface HostResponse {
  readonly body: unknown;
  readonly header: (name: string) => string | null;
}

/** The API of a code host, with the credentials of an account. */
export interface HostClient {
  /** Address of the API, without a trailing slash. */
  readonly api: string;
  /** Rejects with an error that has the `status` of the response, and a message for users. */
  readonly send: (request: HostRequest) => Promise<HostResponse>;
  /** Returns the error for a response that differs from the documentation, such as a proxy's page. */
  readonly unreadable: () => Error;
}

/** Returns the HTTP status of an error that `send` threw; `null` without a response. */
export function statusOf(error: unknown): number | null {
  const status = valueAt(error, "status");
  return typeof status === "number" ? status : null;
}

const refusals: readonly (number | null)[] = [400, 403, 404, 410, 422];

/** True if the code host rejected this request and would reject it again. GitHub reports rate limits with 403, too. */
export function isRefusal(error: unknown): boolean {
  return refusals.includes(statusOf(error)) && (valueAt(error, "retryAfterMs") ?? null) === null;
}

const maxPages = 100;

/** Returns the items of all pages of a list. `read` returns a page and whether another one follows. */
export async function allPages(
  read: (page: number) => Promise<{ readonly items: readonly unknown[]; readonly hasNext: boolean }>,
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { items, hasNext } = await read(page);
    found.push(...items);
    if (!hasNext) break;
  }
  return found;
}

/** Returns a nested value; undefined if there is none. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) =>
      typeof found === "object" && found !== null ? (found as Record<string, unknown>)[name] : undefined,
    value,
  );
}

/** Returns a nested text or number as text; empty if there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : typeof found === "number" ? String(found) : "";
}

/** Returns a list of a response. A missing list is an error: a second comment would be created if it counted as empty. */
export function listIn(client: HostClient, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw client.unreadable();
  return value as readonly unknown[];
}
