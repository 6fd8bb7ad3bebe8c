import { type RawBuilder, sql } from "kysely";
import { minuteMs } from "@plumb/contract/durations.ts";
import { recordAudit } from "#store/administration/audit.ts";
import { type Db, isUniqueViolation, onClient } from "#store/db.ts";
import { hasDistributedTables } from "#store/distribution/distribute.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import type { ExportedPerson } from "./project-columns.ts";
import { inOneTransaction, type LoadedTable, loadTable } from "./load-snapshot.ts";
import { quoted, type SequenceValue, textSettings } from "./snapshot.ts";

/** After a crash, the server deletes what an import left after this time. */
const abandonedMs = 10 * minuteMs;

/** Returns why this database cannot take a project; `null` if it can. */
export async function importRefusal(
  db: Db,
  { name, migrations }: { readonly name: string; readonly migrations: readonly string[] },
): Promise<string | null> {
  const { rows: schema } = await sql<{ file: string }>`select file from schema_version`.execute(db);
  const applied = new Set(schema.map(({ file }) => file));
  const newer = migrations.findLast((file) => !applied.has(file));
  if (newer !== undefined)
    return `The project was exported by a newer version of Plumb (${newer}). Upgrade this server first.`;
  const exported = new Set(migrations);
  const older = schema.find(({ file }) => !exported.has(file));
  if (older !== undefined)
    return `The project was exported by an older version of Plumb (without ${older.file}). Upgrade that server, and export it again.`;
  if (await hasDistributedTables(db)) return "A project cannot be imported into a distributed database yet.";
  const { rows } = await sql<{ accounts: boolean; taken: boolean }>`
    select exists (select from user_account) as accounts,
           exists (select from project where lower(name) = lower(${name}) and status <> 'deleting') as taken
  `.execute(db);
  if (rows[0]?.accounts !== true)
    return "This server has no account yet. Start it, create the administrator, and import the project afterwards.";
  return rows[0].taken ? `This server already has a project “${name}”. Choose another name with --name.` : null;
}

/** A hidden project, which the server deletes with its files unless it is completed. */
export interface ReservedProject extends AsyncDisposable {
  readonly id: number;
}

/** Reserves the id of a project for its files and rows. Until it is completed, users do not see it. */
export async function reserveProject(db: Db, name: string): Promise<ReservedProject> {
  const id = await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: number }>`
      insert into project (name, type, status) values (${name}, 'other', 'deleting') returning id
    `.execute(transaction);
    const projectId = rows[0]?.id ?? 0;
    const now = new Date();
    const dueAt = new Date(now.getTime() + abandonedMs);
    await enqueue(transaction, {
      kind: "delete-project",
      projectId: null,
      key: deletionKey(projectId),
      data: { projectId },
      now,
      dueAt,
    });
    return projectId;
  });
  const renew = () =>
    sql`
      update job set due_at = now() + make_interval(secs => ${abandonedMs / 1000})
       where kind = 'delete-project' and key = ${deletionKey(id)} and state = 'queued'
    `.execute(db);
  const timer = setInterval(() => void renew().catch(() => undefined), minuteMs);
  return { id, [Symbol.asyncDispose]: async () => clearInterval(timer) };
}

function deletionKey(projectId: number): string {
  return `import ${projectId}`;
}

/** Deletes the project of a failed import, after its files. */
export async function releaseProject(db: Db, projectId: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`delete from project where id = ${projectId} and status = 'deleting'`.execute(transaction);
    await sql`
      delete from job where kind = 'delete-project' and key = ${deletionKey(projectId)} and state = 'queued'
    `.execute(transaction);
  });
}

/**
 * Reserves as many ids of each table as the other server has used, so that ids keep their order, and ids of deleted rows, which counters still refer
 * to, are not those of other rows.
 *
 * @returns What to add to the ids of each table.
 */
export async function reserveIds(db: Db, sequences: readonly SequenceValue[]): Promise<ReadonlyMap<string, number>> {
  const added = new Map<string, number>();
  for (const { table, column, value } of sequences) {
    const { rows: names } = await sql<{ name: string | null }>`
      select pg_get_serial_sequence(${quoted(table)}, ${column}) as name
    `.execute(db);
    const name = names[0]?.name ?? null;
    if (column !== "id" || name === null) continue;
    added.set(table, await db.transaction().execute((transaction) => reserveValues(transaction, name, value)));
  }
  return added;
}

/** Each sequence in its own transaction, because uploads that run meanwhile wait for it. */
async function reserveValues(transaction: Db, sequence: string, count: number): Promise<number> {
  // Changes nothing, but locks the sequence, which no other statement does: the value must not change between reading and setting it.
  await sql.raw(`alter sequence ${sequence} increment by 1`).execute(transaction);
  const { rows } = await sql<{ last: number }>`
    select case when is_called then last_value else last_value - 1 end as last from ${sql.raw(sequence)}
  `.execute(transaction);
  const last = rows[0]?.last ?? 0;
  await sql`select setval(${sequence}, ${last + count})`.execute(transaction);
  return last;
}

/** Returns the account of each person: the one with the same email address, or a new deactivated one without a password. */
async function matchPeople(
  connection: Db,
  people: readonly ExportedPerson[],
): Promise<{ accounts: ReadonlyMap<number, number>; created: number }> {
  const accounts = new Map<number, number>();
  let created = 0;
  for (const person of people) {
    const { rows } = await sql<{ id: number }>`
      select id from user_account where lower(email) = lower(${person.email})
    `.execute(connection);
    const id = rows[0]?.id ?? (await createFormerUser(connection, person));
    if (rows.length === 0) created++;
    accounts.set(person.id, id);
  }
  return { accounts, created };
}

async function createFormerUser(
  connection: Db,
  { username, email, displayName, name }: ExportedPerson,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into user_account (username, email, display_name, name, role, status)
    select case when exists (select from user_account where lower(username) = lower(${username}))
                then ${username} || '-' || currval(pg_get_serial_sequence('user_account', 'id')) else ${username} end,
           ${email}, ${displayName}, ${name}, 'USER', 'deactivated'
    returning id
  `.execute(connection);
  return rows[0]?.id ?? 0;
}

interface ProjectContents {
  readonly projectId: number;
  readonly name: string;
  readonly from: string;
  readonly people: readonly ExportedPerson[];
  /** In an order that foreign keys allow, without the project itself. */
  readonly tables: (accounts: ReadonlyMap<number, number>) => readonly LoadedTable[];
  /** Columns of the row of the project, as texts. */
  readonly project: Readonly<Record<string, string | null>>;
}

/**
 * Stores the rows of a reserved project in one transaction, which makes it visible. Returns the number of accounts that were created.
 *
 * @throws Error with a message for the operator. Nothing is stored then.
 */
export async function loadProject(db: Db, contents: ProjectContents): Promise<number> {
  const { name } = contents;
  return onClient(db, async (client, connection) => {
    try {
      const accountsCreated = await inOneTransaction(client, async () => {
        for (const setting of textSettings) await client.query(`set local ${setting}`);
        const { accounts, created } = await matchPeople(connection, contents.people);
        await completeProject(connection, contents);
        for (const table of contents.tables(accounts)) await loadTable(client, table);
        await finishImport(connection, contents, created);
        return created;
      });
      await client.query("analyze");
      return accountsCreated;
    } catch (error) {
      if (isUniqueViolation(error) && (error as { constraint?: string }).constraint === "project_name")
        throw new Error(`This server already has a project “${name}”. Choose another name with --name.`, {
          cause: error,
        });
      throw error;
    }
  });
}

async function completeProject(connection: Db, { projectId, name, project }: ProjectContents): Promise<void> {
  const columns = Object.entries(project).filter(([column]) => column !== "id" && column !== "name");
  const values: RawBuilder<unknown>[] = columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { rows } = await sql`
    update project set name = ${name}, ${sql.join(values)} where id = ${projectId} and status = 'deleting' returning id
  `.execute(connection);
  // The job that deletes abandoned imports has not started, and no longer will.
  const { rows: deletion } = await sql`
    delete from job where kind = 'delete-project' and key = ${deletionKey(projectId)} and state = 'queued' returning id
  `.execute(connection);
  if (rows.length === 0 || deletion.length === 0)
    throw new Error("The import was paused for so long that the server removed it. Start it again.");
}

/** Queues the work that was waiting on the other server, and records the import. */
async function finishImport(
  connection: Db,
  { projectId, name, from }: ProjectContents,
  created: number,
): Promise<void> {
  const now = new Date();
  const target = `project ${projectId}`;
  const key = String(projectId);
  const ofProject = { projectId, target, data: {}, now } as const;
  await enqueue(connection, { ...ofProject, kind: "judge-tests", key });
  await enqueue(connection, { ...ofProject, kind: "find-resolutions", key });
  await enqueue(connection, { ...ofProject, kind: "find-incidents", key: target });
  await recordAudit(
    connection,
    { id: null, email: "plumb-server project import", address: "", now },
    {
      action: "project.imported",
      projectId,
      targetType: "project",
      targetId: projectId,
      targetName: name,
      detail: { from, accountsCreated: created },
    },
  );
}
