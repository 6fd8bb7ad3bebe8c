import type { ServerProcess } from "./process.ts";

const json = { "content-type": "application/json" };

/** Signs in as the administrator of a started server and returns the session token. */
export async function signInAt({ url }: Pick<ServerProcess, "url">): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ username: "admin@example.test", password: "correct horse" }),
  });
  return ((await response.json()) as { token: string }).token;
}

/** Creates a project on a started server and returns its id. */
export async function createProjectAt({ url }: Pick<ServerProcess, "url">, token: string): Promise<number> {
  const response = await fetch(`${url}/api/projects`, {
    method: "POST",
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: "Shop", description: "What is sold, and how" }),
  });
  return ((await response.json()) as { data: { id: number } }).data.id;
}

/** Creates an API key with these scopes on a started server. */
export async function createKeyAt(
  { url }: Pick<ServerProcess, "url">,
  token: string,
  projectId: number,
  scopes: readonly string[] = ["ingest"],
): Promise<string> {
  const response = await fetch(`${url}/api/projects/${projectId}/api-keys`, {
    method: "POST",
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: "CI", scopes }),
  });
  return ((await response.json()) as { data: { key: string } }).data.key;
}
