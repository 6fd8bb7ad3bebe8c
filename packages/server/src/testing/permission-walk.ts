import { dayMs } from "@plumb/contract/durations.ts";
import { newApiKey, newShareToken, tokenHash } from "#core/secrets.ts";
import { collectFailures } from "#failures/collect-failures.ts";
import { createApiKey } from "#store/projects/api-keys.ts";
import { createShareLink } from "#store/projects/share-links.ts";
import { call, seedProject, send, type TestApp } from "./app.ts";
import { readRows, runStatement } from "./database.ts";
import { type Caller, type Fixtures, keyCallers } from "./endpoint-access.ts";
import { seedPerson, seedSession } from "./people.ts";
import { junit } from "./reports.ts";

function isKey(caller: Caller): caller is (typeof keyCallers)[number] {
  return (keyCallers as readonly Caller[]).includes(caller);
}

/** @param word Included in the project's names and texts, so that a test recognises them. */
export async function createFixtures(plumb: TestApp, word = ""): Promise<Fixtures> {
  const { db } = plumb.context;
  const { token: admin, projectId, key } = await seedProject(plumb, `Shop${word}`);
  const uploaded = await send(plumb, key, { "a.xml": junit([[`cart${word}`, "adds"]]) });
  const reportId = uploaded.body.data.reportId;
  const results = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${reportId}/results`, {
    token: admin,
  });
  const red = await send(
    plumb,
    key,
    { "b.xml": junit([[`cart${word}`, "empties", `it broke${word}`]]) },
    { suite: `red${word}` },
  );
  await collectFailures(plumb.context, { projectId, runId: red.body.data.reportId });
  const [failure] = await readRows<{ failedId: number; groupId: number }>(
    db,
    'select f.result_id as "failedId", s.group_id as "groupId" from failure f join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id',
  );
  if (failure === undefined) throw new Error("The failed test was not collected.");
  const item = await call<{ data: { id: number } }>(
    plumb,
    "POST",
    `/api/annotations/projects/${projectId}/annotations`,
    {
      token: admin,
      body: { title: `Look into it${word}`, message: `Why is it slow?${word}` },
    },
  );
  const people = {
    outsider: await seedPerson(plumb, "outsider"),
    viewer: await seedPerson(plumb, "viewer", { projectId, projectRole: "VIEWER" }),
    user: await seedPerson(plumb, "user", { projectId, projectRole: "USER" }),
    lead: await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" }),
    admin: await seedPerson(plumb, "second-admin", { role: "ADMIN" }),
    expired: await seedPerson(plumb, "expired", { role: "ADMIN" }),
    deactivated: await seedPerson(plumb, "deactivated", { role: "ADMIN" }),
  };
  await runStatement(db, `update user_account set status = 'deactivated' where id = ${people.deactivated.id}`);
  const keyWith = async (scopes: string[]) => {
    const secret = newApiKey(projectId);
    const keyHash = tokenHash(secret);
    const id = await createApiKey(db, { projectId, name: "CI", prefix: "plumb_", keyHash, scopes, createdBy: 0 });
    return { id, secret };
  };
  const keys = {
    key,
    readingKey: (await keyWith(["read"])).secret,
    keyWithoutScope: (await keyWith([])).secret,
    revokedKey: (await keyWith(["ingest", "read"])).secret,
  };
  await runStatement(db, "update api_key set revoked_at = now() where id = (select max(id) from api_key)");
  const newShareLink = async () => {
    const token = newShareToken(projectId);
    const { now } = plumb.time;
    const id = await createShareLink(db, {
      projectId,
      tokenHash: tokenHash(token),
      target: { kind: "report", reportId },
      title: `Report${word}`,
      createdBy: people.user.id,
      now,
      expiresAt: new Date(now.getTime() + 30 * dayMs),
      max: 1000,
    });
    return { id: id ?? 0, token };
  };
  const shareLink = await newShareLink();
  let count = 0;

  return {
    projectId,
    reportId,
    resultId: results.body.data[0]?.id ?? 0,
    ...failure,
    annotationId: item.body.data.id,
    otherId: 999_999_999,
    password: "correct horse",
    async tokenOf(caller) {
      if (caller === "nobody") return undefined;
      if (isKey(caller)) return keys[caller];
      if (caller === "shareLink") return shareLink.token;
      const token = await seedSession(plumb, people[caller].id);
      if (caller === "expired") {
        const before = new Date(plumb.time.now.getTime() - 1).toISOString();
        await runStatement(db, `update session set expires_at = '${before}' where user_id = ${people.expired.id}`);
      }
      return token;
    },
    newPerson: (project) =>
      seedPerson(plumb, `person${(count += 1)}`, project === undefined ? {} : { projectId: project }),
    newShareLinkId: async () => (await newShareLink()).id,
    newKeyId: async () => (await keyWith(["ingest"])).id,
    async newInvitation() {
      const email = `invited${(count += 1)}@example.test`;
      const { body } = await call<{ data: { link: string; invitation: { id: number } } }>(
        plumb,
        "POST",
        "/api/invitations/create",
        { token: admin, body: { email, projectId, projectRoleId: 4 } },
      );
      return { id: body.data.invitation.id, token: body.data.link.split("/").at(-1) ?? "" };
    },
  };
}
