import { sql } from "kysely";
import { expect, test } from "vitest";
import { currentName } from "#ingest/record/current-name.ts";
import { renameTests } from "./rename-tests.ts";
import { testKey } from "./new-test.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { junit } from "#testing/reports.ts";

interface Name {
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
}

const now = new Date("2026-03-04T10:00:00Z");
const plain = { file: null, variant: "" };

/** Creates a project with one test per name, as an earlier version stored them. */
async function withStoredTests(plumb: TestApp, names: readonly Name[]): Promise<{ key: string; projectId: number }> {
  const { key, projectId } = await seedProject(plumb);
  const cases = names.map((_name, index) => ["Till", `stored ${index}`] as const);
  await send(plumb, key, { "report.xml": junit(cases) }, { suite: "till", build: "1" });
  for (const [index, name] of names.entries())
    await sql`
      update test set key = ${testKey(name)}, file = ${name.file}, title_path = ${name.titlePath}::text[], variant = ${name.variant}
       where id = (select min(id) from test) + ${index}::bigint
    `.execute(plumb.context.db);
  return { key, projectId };
}

function renamed(plumb: TestApp, projectId: number): Promise<number | null> {
  return plumb.context.db
    .transaction()
    .execute((transaction) => renameTests(transaction, projectId, { after: 0, now, nameOf: currentName }));
}

/** Numbered from 0 in order of their ids. */
function tests(plumb: TestApp): Promise<unknown[]> {
  return readRows(
    plumb.context.db,
    `select (t.id - f.id)::integer as nth, t.file, t.title_path[cardinality(t.title_path)] as title, (a.same_as_id - f.id)::integer as same_as
       from (select project_id, min(id) as id from test group by project_id) f
       join test t on t.project_id = f.project_id
       left join test_alias a on a.project_id = t.project_id and a.test_id = t.id order by t.id`,
  );
}

test("a stored test gets the name used in the next report, which then continues it", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await withStoredTests(plumb, [
    { ...plain, titlePath: ["all", "Till", "pays by shop.Card@1b2c6ec2"] },
  ]);

  expect(await renamed(plumb, projectId)).toBeNull();
  await send(plumb, key, { "r.xml": junit([["Till", "pays by shop.Card@7cd84586"]]) }, { suite: "till", build: "2" });

  expect(await tests(plumb)).toEqual([{ nth: 0, file: null, title: "pays by shop.Card", same_as: null }]);
  const [count] = await readRows(
    plumb.context.db,
    "select count(*)::integer as results from result where test_id = (select min(id) from test)",
  );
  expect(count).toEqual({ results: 2 });
});

test("tests that differed only in an agent's folder continue as the first of them", async () => {
  await using plumb = await createTestApp();
  const names = ["agent-1", "agent-2", "agent-3"].map((agent) => ({
    ...plain,
    file: `/opt/${agent}/_work/12/s/src/till.ts`,
    titlePath: ["opens"],
  }));
  const { projectId } = await withStoredTests(plumb, names);

  await renamed(plumb, projectId);

  expect(await tests(plumb)).toMatchObject([
    { nth: 0, file: "src/till.ts", same_as: null },
    { nth: 1, same_as: 0 },
    { nth: 2, same_as: 0 },
  ]);
});

test("a test that already ran under its new name absorbs the stored one", async () => {
  await using plumb = await createTestApp();
  const { projectId } = await withStoredTests(plumb, [
    { ...plain, file: "/opt/a/_work/12/s/till.ts", titlePath: ["opens"] },
    { ...plain, file: "till.ts", titlePath: ["opens"] },
  ]);

  await renamed(plumb, projectId);
  await renamed(plumb, projectId);

  expect(await tests(plumb)).toMatchObject([
    { nth: 0, same_as: 1 },
    { nth: 1, file: "till.ts", same_as: null },
  ]);
});

test("decisions about a test stay, and other names are not changed", async () => {
  await using plumb = await createTestApp();
  const stored = { ...plain, file: "/opt/a/_work/12/s/till.ts", titlePath: ["opens"] };
  const { projectId } = await withStoredTests(plumb, [
    stored,
    { ...stored, file: "till.ts" },
    { ...plain, file: "drawer.ts", titlePath: ["mails ada@example.org"] },
  ]);
  await sql`insert into test_alias (project_id, test_id, same_as_id, by_user_id, at) select ${projectId}, min(id), max(id), 1, ${now} from test`.execute(
    plumb.context.db,
  );

  await renamed(plumb, projectId);

  expect(await tests(plumb)).toMatchObject([
    { nth: 0, same_as: 2 },
    { nth: 1, file: "till.ts", same_as: null },
    { nth: 2, file: "drawer.ts", title: "mails ada@example.org", same_as: null },
  ]);
});
