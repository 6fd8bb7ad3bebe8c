import type { AuditAction } from "@plumb/contract/administration/audit.ts";
import { expect, test } from "vitest";
import { createTestApp, type TestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { callers, statusesOf } from "#testing/endpoint-access.ts";
import { callOf, endpointAccess, nameOf, requestOf } from "#testing/endpoint-calls.ts";
import { createFixtures } from "#testing/permission-walk.ts";
import { junit } from "#testing/reports.ts";

async function countAuditEntries({ context }: TestApp, actions: readonly AuditAction[]): Promise<number> {
  const listed = actions.map((action) => `'${action}'`).join(", ");
  const [row] = await readRows<{ count: number }>(
    context.db,
    `select coalesce(sum(coalesce((detail ->> 'times')::integer, 1)), 0)::integer as count from audit_event where action in (${listed})`,
  );
  return row?.count ?? 0;
}

test("every endpoint accepts exactly the callers in its row, and the audit contains each action", async () => {
  await using plumb = await createTestApp();
  const fixtures = await createFixtures(plumb);
  const found: Record<string, Record<string, number>> = {};
  /** Successful calls without the expected audit event. */
  const unrecorded: string[] = [];
  for (const access of endpointAccess) {
    const name = nameOf(access);
    const statuses: Record<string, number> = {};
    for (const caller of callers) {
      const request = requestOf(access.endpoint, await callOf(access, fixtures), await fixtures.tokenOf(caller));
      const audited = caller === "admin" && typeof access.audit === "object" ? access.audit : null;
      const before = audited && (await countAuditEntries(plumb, audited));
      const response = await plumb.app.inject(request).catch((error: unknown) => {
        throw new Error(`${name} of ${caller} broke off`, { cause: error });
      });
      statuses[caller] = response.statusCode;
      if (audited !== null && response.statusCode === 200 && (await countAuditEntries(plumb, audited)) === before)
        unrecorded.push(name);
    }
    found[name] = statuses;
  }
  expect(found).toEqual(Object.fromEntries(endpointAccess.map((access) => [nameOf(access), statusesOf(access)])));
  expect(unrecorded).toEqual([]);
});

test("a key or a member of another project writes nothing", async () => {
  await using plumb = await createTestApp();
  const { projectId, newPerson, tokenOf } = await createFixtures(plumb);
  const stranger = await newPerson();
  const upload = async (token: string | undefined, query: string) =>
    (
      await plumb.app.inject({
        method: "POST",
        url: `/api/ingest/uploads?filename=b.xml&${query}`,
        headers: { authorization: `Bearer ${token ?? ""}`, "content-type": "application/octet-stream" },
        payload: junit([["cart", "removes"]]),
      })
    ).statusCode;
  expect(await upload(await tokenOf("key"), `projectId=${projectId + 1}`)).toBe(403);
  expect(await upload(stranger.token, `projectId=${projectId}`)).toBe(404);
});

test("objects of others get the same response as missing ones", async () => {
  await using plumb = await createTestApp();
  const { projectId, reportId, newPerson, tokenOf } = await createFixtures(plumb);
  const tokens = { stranger: (await newPerson()).token, admin: await tokenOf("admin") };
  const replyOf = async (token: string | undefined, url: string) => {
    const response = await plumb.app.inject({ url, headers: { authorization: `Bearer ${token ?? ""}` } });
    return { status: response.statusCode, body: response.json<{ code: string; error: string }>() };
  };
  const report = { success: false, code: "not_found", error: "The requested report could not be found." };
  for (const below of ["", "/results", "/metrics", "/timeline", "/changes", "/exports", "/export/json"]) {
    const theirs = await replyOf(tokens.stranger, `/api/reports/${reportId}${below}`);
    expect({ below, ...theirs }).toEqual({ below, status: 404, body: report });
    expect(await replyOf(tokens.admin, `/api/reports/987654321${below}`)).toEqual(theirs);
  }
  const theirs = await replyOf(tokens.stranger, `/api/projects/${projectId}/dashboard`);
  expect(theirs.status).toBe(404);
  expect(await replyOf(tokens.admin, "/api/projects/987654321/dashboard")).toEqual(theirs);
});
