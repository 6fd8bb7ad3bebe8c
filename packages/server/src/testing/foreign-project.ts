import { apiKeyScopes } from "@plumb/contract/projects/api-keys.ts";
import { sql } from "kysely";
import { newApiKey, tokenHash } from "#core/secrets.ts";
import type { Db } from "#store/db.ts";
import { createApiKey } from "#store/projects/api-keys.ts";
import { removeMember } from "#store/projects/members.ts";
import { call, type TestApp } from "./app.ts";
import { readRows, runStatement } from "./database.ts";
import type { Fixtures } from "./endpoint-access.ts";
import { fillTables } from "./fill-tables.ts";
import { type Person, seedPerson, seedSession } from "./people.ts";
import { createFixtures } from "./permission-walk.ts";

/** A word in every text of the foreign project. */
export const marker = "zyxsecret";

/** Id of the foreign project's objects that are not in `Fixtures`. `fillTables` inserts them. */
export const foreignId = 1;

/** A project that must stay hidden, callers from outside, and their own project. */
export interface ForeignProject {
  readonly foreign: Fixtures;
  /** Project of the callers, with the objects of the foreign project. */
  readonly mixed: Fixtures;
  /** Returns the credentials of each caller. A session is new for each call, because some calls end it. */
  readonly callers: Readonly<Record<string, () => Promise<string | undefined>>>;
  /** Callers that have rights in their own project. */
  readonly insiders: readonly string[];
  /** Returns a hash of the foreign project's rows by table. */
  readonly snapshot: () => Promise<ReadonlyMap<string, string>>;
}

/** Creates a foreign project with a row in every table, and callers without access to it, including former members. */
export async function createForeignProject(plumb: TestApp): Promise<ForeignProject> {
  const { db } = plumb.context;
  const created = await createFixtures(plumb, marker);
  const { projectId } = created;
  const admin = await created.tokenOf("admin");
  await createNamedObjects(plumb, projectId, admin ?? "");
  await fillTables(db, { text: marker, projectId });
  await connectRows(db, projectId);
  const { body } = await call<{ data: { id: number } }>(plumb, "POST", "/api/projects", {
    token: admin ?? "",
    body: { name: "Own", description: "Of the callers" },
  });
  const ownId = body.data.id;
  const member = await seedPerson(plumb, "member-elsewhere", { projectId, projectRole: "USER" });
  const foreign: Fixtures = {
    ...created,
    otherId: foreignId,
    password: "not the password",
    newPerson: async () => member,
    newKeyId: async () => foreignId,
    newShareLinkId: async () => foreignId,
    // The token itself authorises the call, so the walk uses a wrong one.
    newInvitation: async () => ({ id: foreignId, token: "forged" }),
  };
  const { callers, insiders } = await createCallers(plumb, { projectId, ownId });
  return {
    foreign,
    mixed: { ...foreign, projectId: ownId },
    callers,
    insiders,
    snapshot: () => snapshot(db, projectId),
  };
}

/** Creates objects that users name, so that the lists of the project contain the marker. */
async function createNamedObjects(plumb: TestApp, projectId: number, token: string): Promise<void> {
  for (const [path, body] of [
    [`/api/projects/${projectId}/api-keys`, { name: marker }],
    [`/api/projects/${projectId}/saved-views`, { name: marker, search: {}, shared: true }],
    [`/api/analysis/projects/${projectId}/views`, { name: marker, search: {}, shared: true }],
    [`/api/projects/${projectId}/test-views`, { name: marker, search: {}, shared: true }],
    [`/api/trends/projects/${projectId}/views`, { name: marker, search: {}, shared: true }],
    [`/api/annotations/projects/${projectId}/filters`, { name: marker, search: {}, shared: true }],
    [`/api/projects/${projectId}/webhooks`, { url: `https://${marker}.example.test/`, events: ["run.failed"] }],
    [`/api/trends/events?projectId=${projectId}`, { kind: "deploy", title: marker }],
  ] as const) {
    const { status } = await call(plumb, "POST", path, { token, body });
    if (status !== 200) throw new Error(`${path} responded with ${status}.`);
  }
}

/** Gives the filled rows the values that the server joins them by or expects: a connection with its destination, a ticket and an item. */
async function connectRows(db: Db, projectId: number): Promise<void> {
  const condition = `project_id = ${projectId}`;
  const [owner] = await readRows<{ id: number }>(
    db,
    `select id from user_account where strpos(concat(display_name, name, email), '${marker}') = 0 order by id limit 1`,
  );
  if (owner === undefined) throw new Error("There is no account without the marker.");
  for (const statement of [
    `update binding set offer = 'tracker', connector_type = 'github', connector_id = null, disabled_reason = null where ${condition}`,
    `insert into outbox_destination (project_id, kind, target_id, name) values (${projectId}, 'tracker', ${foreignId}, '${marker}')`,
    `update ticket set connector_type = 'github' where ${condition}`,
    `update annotation set proposed_class = null where ${condition}`,
    // Everyone may read a shared board with its name and owner, but not the pins of the foreign project.
    `update board set name = 'Shared', owner_id = ${owner.id}, pins = '[{"id": ${foreignId}, "projectId": ${projectId}, "kind": "state"}]'`,
  ])
    await runStatement(db, statement);
}

async function createCallers(
  plumb: TestApp,
  { projectId, ownId }: { projectId: number; ownId: number },
): Promise<Pick<ForeignProject, "callers" | "insiders">> {
  const { db } = plumb.context;
  const lead = (name: string) => seedPerson(plumb, name, { projectId, projectRole: "LEAD" });
  const people = {
    guest: undefined,
    "account without a project": await seedPerson(plumb, "loner"),
    "removed lead": await lead("removed"),
    "deactivated lead": await lead("off"),
    "ended session": await lead("ended"),
    "viewer of another project": await seedPerson(plumb, "viewer-b", { projectId: ownId, projectRole: "VIEWER" }),
    "user of another project": await seedPerson(plumb, "user-b", { projectId: ownId, projectRole: "USER" }),
    "lead of another project": await seedPerson(plumb, "lead-b", { projectId: ownId, projectRole: "LEAD" }),
  };
  await removeMember(db, projectId, people["removed lead"].id);
  await runStatement(db, `update user_account set status = 'deactivated' where id = ${people["deactivated lead"].id}`);
  const sessionOf = (name: string, person: Person | undefined) => async () => {
    if (person === undefined) return undefined;
    const token = await seedSession(plumb, person.id);
    const past = new Date(plumb.time.now.getTime() - 1).toISOString();
    if (name === "ended session")
      await runStatement(db, `update session set expires_at = '${past}' where user_id = ${person.id}`);
    return token;
  };
  const keyOf = async (index: number, scopes: readonly string[]) => {
    const secret = newApiKey(index);
    const keyHash = tokenHash(secret);
    const createdBy = people["lead of another project"].id;
    await createApiKey(db, { projectId: index, name: "CI", prefix: "plumb_", keyHash, scopes, createdBy });
    return secret;
  };
  const keys: Record<string, string> = { "key without a scope": await keyOf(ownId, []) };
  for (const scope of apiKeyScopes) keys[`key with the scope ${scope}`] = await keyOf(ownId, [scope]);
  keys["key with all scopes"] = await keyOf(ownId, apiKeyScopes);
  const revoked = await keyOf(projectId, apiKeyScopes);
  await runStatement(db, "update api_key set revoked_at = now() where id = (select max(id) from api_key)");
  const renumbered = (keys["key with all scopes"] ?? "").replace(`plumb_${ownId}_`, `plumb_${projectId}_`);
  const insiders = [...Object.keys(people).filter((name) => name.endsWith("of another project")), ...Object.keys(keys)];
  const all = { ...keys, "revoked key": revoked, "key with the number of the project": renumbered };
  return {
    insiders,
    callers: {
      ...Object.fromEntries(Object.entries(people).map(([name, person]) => [name, sessionOf(name, person)])),
      ...Object.fromEntries(Object.entries(all).map(([name, key]) => [name, async () => key])),
    },
  };
}

/** Hashes the rows of a project in all tables, and the project itself. */
async function snapshot(db: Db, projectId: number): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
     where c.table_schema = 'public' and c.column_name = 'project_id' and t.table_type = 'BASE TABLE'
     order by 1
  `.execute(db);
  const hashOf = (name: string, column: string) => sql`
    select ${name} as name, coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as hash
      from ${sql.table(name)} r where r.${sql.ref(column)} = ${projectId}`;
  const hashes = [hashOf("project", "id"), ...tables.map(({ name }) => hashOf(name, "project_id"))];
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}
