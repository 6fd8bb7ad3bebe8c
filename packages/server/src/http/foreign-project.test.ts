import type { Endpoint } from "@plumb/contract/endpoint.ts";
import { expect, test } from "vitest";
import { createTestApp } from "#testing/app.ts";
import type { EndpointAccess, EndpointCall, Fixtures } from "#testing/endpoint-access.ts";
import { callOf, endpointAccess, nameOf, requestOf } from "#testing/endpoint-calls.ts";
import { createForeignProject, foreignId, marker } from "#testing/foreign-project.ts";

/** Lists that must contain the marker for those who may read them. Otherwise, the walk would find nothing in the responses to others. */
const filledLists = [
  "/api/projects/:projectId/bindings",
  "/api/projects/:projectId/webhooks",
  "/api/projects/:projectId/api-keys",
  "/api/projects/:projectId/saved-views",
  "/api/analysis/projects/:projectId/views",
  "/api/projects/:projectId/test-views",
  "/api/trends/projects/:projectId/views",
  "/api/annotations/projects/:projectId/filters",
  "/api/annotations/projects/:projectId/annotations",
  "/api/projects/:projectId/tests/grid",
  "/api/analysis/projects/:projectId/groups",
  "/api/trends/events",
  "/api/reports",
  "/api/reports/:reportId/results",
];

test("callers from outside a project learn nothing about it and change nothing in it, through any endpoint", async () => {
  await using plumb = await createTestApp();
  const { foreign, mixed, callers, insiders, snapshot } = await createForeignProject(plumb);
  const problems: string[] = [];
  for (const path of filledLists) {
    const access = endpointAccess.find((row) => nameOf(row) === `GET ${path}`);
    if (access === undefined) throw new Error(`There is no endpoint GET ${path}.`);
    const request = requestOf(access.endpoint, await callOf(access, foreign), await foreign.tokenOf("admin"));
    const { statusCode, payload } = await plumb.app.inject(request);
    if (!payload.includes(marker)) problems.push(`${path}: lacks the marker (${statusCode})`);
  }
  let before = await snapshot();
  const expectUnchanged = async (where: string, mayChange?: string) => {
    const after = await snapshot();
    for (const [table, hash] of after)
      if (before.get(table) !== hash && table !== mayChange) problems.push(`${where}: changes ${table}`);
    before = after;
  };
  for (const access of endpointAccess) {
    const { endpoint } = access;
    for (const [kind, fixtures] of Object.entries({ foreign, mixed })) {
      const where = `${nameOf(access)} (${kind})`;
      for (const [caller, tokenOf] of Object.entries(callers)) {
        if (kind === "mixed" && !insiders.includes(caller)) continue;
        const isListed = caller === "revoked key" && endpoint.allow === "ingest";
        if (isListed) await expectUnchanged(where);
        const options = await checkedCallOf(access, fixtures);
        const { statusCode, payload, headers } = await plumb.app.inject(requestOf(endpoint, options, await tokenOf()));
        if (statusCode >= 500) problems.push(`${where} by ${caller}: ${statusCode}`);
        if (`${payload}${JSON.stringify(headers)}`.includes(marker)) problems.push(`${where} by ${caller}: tells`);
        if (kind === "foreign" && isAboutProject(endpoint) && ![401, 403, 404].includes(statusCode))
          problems.push(`${where} by ${caller}: ${statusCode} instead of 401, 403 or 404`);
        // The uploads of a project list the attempts with its own former keys.
        if (isListed) await expectUnchanged(`${where} by ${caller}`, "arrival");
      }
      if (endpoint.method !== "GET") await expectUnchanged(where);
    }
  }
  expect(problems).toEqual([]);
});

test("the callers of the walk have the rights in their own project that it denies them elsewhere", async () => {
  await using plumb = await createTestApp();
  const { foreign, mixed, callers, insiders } = await createForeignProject(plumb);
  const statusOf = async (caller: string, projectId: number) => {
    const token = await callers[caller]?.();
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return (await plumb.app.inject({ url: `/api/projects/${projectId}`, headers })).statusCode;
  };
  const readers = insiders.filter((caller) => !/without a scope|ingest|triage/.test(caller));
  expect(readers).toHaveLength(5);
  for (const caller of readers) expect([caller, await statusOf(caller, mixed.projectId)]).toEqual([caller, 200]);
  for (const caller of Object.keys(callers))
    expect([caller, [401, 403, 404].includes(await statusOf(caller, foreign.projectId))]).toEqual([caller, true]);
});

/** Returns the call of an endpoint. The ids in its path must be those of the world, or the walk would prove nothing. */
async function checkedCallOf(access: EndpointAccess, fixtures: Fixtures): Promise<EndpointCall> {
  const input = await callOf(access, fixtures);
  const known = new Set<unknown>([foreignId, (await fixtures.newPerson()).id]);
  for (const value of Object.values(fixtures) as unknown[]) known.add(value);
  for (const [name, value] of Object.entries(input.params ?? {}))
    if (/id$/i.test(name) && typeof value === "number" && !known.has(value))
      throw new Error(`${nameOf(access)}: take the parameter ${name} from the fixtures.`);
  return input;
}

/** Returns true if the call of an endpoint is about one project, so that callers from outside must be rejected. */
function isAboutProject({ allow }: Endpoint): boolean {
  return allow.startsWith("project:") || allow === "ingest";
}
