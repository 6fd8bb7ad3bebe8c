import { globSync } from "node:fs";
import type { Endpoint } from "@plumb/contract/endpoint.ts";
import type { EndpointAccess, EndpointCall, Fixtures } from "./endpoint-access.ts";

const source = new URL("../", import.meta.url);

/** The expected access to all endpoints, from the files beside their routes. */
export const endpointAccess: readonly EndpointAccess[] = (
  await Promise.all(
    globSync("**/*.access.ts", { cwd: source })
      .toSorted()
      .map((path) => import(new URL(path, source).href) as Promise<{ access: readonly EndpointAccess[] }>),
  )
).flatMap(({ access }) => access);

/** Returns the name of an endpoint in failures of tests. */
export function nameOf({ endpoint }: Pick<EndpointAccess, "endpoint">): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/** Returns the call of an endpoint with its sample. */
export async function callOf({ endpoint, sample = {} }: EndpointAccess, fixtures: Fixtures): Promise<EndpointCall> {
  const call = typeof sample === "function" ? await sample(fixtures) : sample;
  return { ...call, params: { ...pathIds(endpoint.path, fixtures), ...call.params } };
}

/** Returns the ids in a path: those of the fixtures, and `otherId`. */
function pathIds(path: string, fixtures: Fixtures): Record<string, number> {
  const { projectId, reportId, resultId, failedId, groupId, annotationId, otherId } = fixtures;
  const known: Record<string, number> = { projectId, reportId, resultId, testCaseId: failedId, groupId, annotationId };
  return Object.fromEntries([...path.matchAll(/:(\w+Id)\b/g)].map(([, name = ""]) => [name, known[name] ?? otherId]));
}

/** Returns the request of a call, as `inject` expects it. */
export function requestOf(
  { method, path }: Pick<Endpoint, "method" | "path">,
  { params = {}, query = {}, body }: EndpointCall,
  token: string | undefined,
) {
  return {
    method,
    url: path.replaceAll(/:(\w+)/g, (_, key: string) => {
      if (params[key] === undefined) throw new Error(`The call of ${method} ${path} lacks the parameter ${key}.`);
      return String(params[key]);
    }),
    query,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(typeof body === "string" ? { "content-type": "application/octet-stream" } : {}),
    },
    ...(body === undefined ? {} : { payload: body }),
  };
}
