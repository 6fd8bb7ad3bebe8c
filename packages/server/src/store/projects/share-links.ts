import {
  maxEndedShareLinks,
  type ShareKind,
  type ShareLink,
  type ShareLinkState,
  type ShareTarget,
} from "@plumb/contract/projects/share-links.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Columns of a target. */
interface TargetRow {
  readonly kind: ShareKind;
  readonly runId: number | null;
  readonly baseId: number | null;
  readonly resultId: number | null;
  readonly week: string | null;
  readonly timeZone: string | null;
  readonly suite: string[] | null;
  readonly owner: string[] | null;
}

const targetColumns =
  sql.raw(`l.kind, l.run_id as "runId", l.base_run_id as "baseId", l.result_id as "resultId", l.week,
           l.time_zone as "timeZone", l.suites as suite, l.owners as owner`);

function targetOf({ kind, runId, baseId, resultId, week, timeZone, suite, owner }: TargetRow): ShareTarget {
  const reportId = runId ?? 0;
  if (kind === "report") return { kind, reportId };
  if (kind === "failure") return { kind, reportId, resultId: resultId ?? 0 };
  if (kind === "comparison") return { kind, baseId: baseId ?? 0, headId: reportId };
  return { kind, week: week ?? "", timeZone: timeZone ?? "UTC", suite: suite ?? undefined, owner: owner ?? undefined };
}

function rowOf(target: ShareTarget): TargetRow {
  const none = { runId: null, baseId: null, resultId: null, week: null, timeZone: null, suite: null, owner: null };
  const { kind } = target;
  if (kind === "report") return { ...none, kind, runId: target.reportId };
  if (kind === "failure") return { ...none, kind, runId: target.reportId, resultId: target.resultId };
  if (kind === "comparison") return { ...none, kind, runId: target.headId, baseId: target.baseId };
  const { week, timeZone, suite = null, owner = null } = target;
  return { ...none, kind, week, timeZone, suite, owner };
}

/** True if a report of the link was deleted. */
const isTargetRemoved = sql.raw(`(
  (l.run_id is not null and not exists (
    select from run r where r.project_id = l.project_id and r.id = l.run_id and r.removed_at is null))
  or (l.base_run_id is not null and not exists (
    select from run b where b.project_id = l.project_id and b.id = l.base_run_id and b.removed_at is null)))`);

/** True if the creator `a` may still create links in the project, with the membership `m`. */
const isCreatorAllowed = sql.raw(
  `(a.status = 'active' and (a.role = 'ADMIN' or coalesce(m.role in ('LEAD', 'USER'), false)))`,
);

const creator = sql.raw(`left join user_account a on a.id = l.created_by
      left join membership m on m.project_id = l.project_id and m.user_id = a.id`);

/** True if the link works. */
const isActive = (now: Date) =>
  sql`l.revoked_at is null and l.expires_at > ${now} and ${isCreatorAllowed} and not ${isTargetRemoved}`;

/** A link that works. */
export interface FoundShareLink {
  readonly id: number;
  readonly projectId: number;
  readonly target: ShareTarget;
  readonly title: string;
  readonly projectName: string;
  readonly sharedBy: string | null;
  readonly expiresAt: Date;
}

/** Returns the link with this hash and marks it as used, at most once a minute. Returns `null` if it does not exist or is not active. */
export async function shareLinkByHash(
  db: Db,
  projectId: number,
  tokenHash: Buffer,
  now: Date,
): Promise<FoundShareLink | null> {
  const { rows } = await sql<TargetRow & Omit<FoundShareLink, "target"> & { stale: boolean }>`
    select l.id, l.project_id as "projectId", ${targetColumns}, l.title, p.name as "projectName",
           coalesce(a.display_name, a.name) as "sharedBy", l.expires_at as "expiresAt",
           coalesce(l.last_used_at < ${now}::timestamptz - interval '1 minute', true) as stale
      from share_link l
      join project p on p.id = l.project_id and p.status <> 'deleting'
      ${creator}
     where l.project_id = ${projectId} and l.token_hash = ${tokenHash} and ${isActive(now)}
  `.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  if (row.stale)
    await sql`update share_link set last_used_at = ${now} where project_id = ${projectId} and id = ${row.id}`.execute(
      db,
    );
  const { id, title, projectName, sharedBy, expiresAt } = row;
  return { id, projectId, target: targetOf(row), title, projectName, sharedBy, expiresAt };
}

/** Returns true if the link works. Files of a report ask this when they are opened. */
export async function isShareLinkActive(db: Db, projectId: number, linkId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from share_link l
      ${creator}
     where l.project_id = ${projectId} and l.id = ${linkId} and ${isActive(now)}
  `.execute(db);
  return rows.length > 0;
}

/** Counts an opening of the page. */
export async function countShareUse(db: Db, projectId: number, linkId: number): Promise<void> {
  await sql`update share_link set uses = uses + 1 where project_id = ${projectId} and id = ${linkId}`.execute(db);
}

interface LinkRow extends TargetRow {
  readonly id: number;
  readonly title: string;
  readonly state: ShareLinkState;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly uses: number;
}

/** Returns the links of a project, newest first. */
export async function shareLinksOf(db: Db, projectId: number, now: Date): Promise<ShareLink[]> {
  const { rows } = await sql<LinkRow>`
    select l.id, ${targetColumns}, l.title, coalesce(a.display_name, a.name, a.email) as "createdBy",
           l.created_at as "createdAt", l.expires_at as "expiresAt", l.revoked_at as "revokedAt",
           l.last_used_at as "lastUsedAt", l.uses,
           case when l.revoked_at is not null then 'revoked'
                when l.expires_at <= ${now} then 'expired'
                when ${isTargetRemoved} then 'removed'
                when not coalesce(${isCreatorAllowed}, false) then 'orphaned'
                else 'active' end as state
      from share_link l
      ${creator}
     where l.project_id = ${projectId}
     order by l.id desc
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    target: targetOf(row),
    title: row.title,
    state: row.state,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    uses: row.uses,
  }));
}

/**
 * Stores a link. Returns `null` if the project has `max` links that have not ended. Deletes the oldest ended links beyond `maxEndedShareLinks`. The
 * caller has locked the project.
 */
export async function createShareLink(
  transaction: Db,
  link: {
    readonly projectId: number;
    readonly tokenHash: Buffer;
    readonly target: ShareTarget;
    readonly title: string;
    readonly createdBy: number;
    readonly now: Date;
    readonly expiresAt: Date;
    readonly max: number;
  },
): Promise<number | null> {
  const { projectId, now } = link;
  const ended = sql`project_id = ${projectId} and (revoked_at is not null or expires_at <= ${now})`;
  await sql`
    delete from share_link
     where ${ended} and id <= (select id from share_link where ${ended} order by id desc offset ${maxEndedShareLinks} limit 1)
  `.execute(transaction);
  const row = rowOf(link.target);
  const { rows } = await sql<{ id: number }>`
    insert into share_link (project_id, token_hash, kind, title, run_id, base_run_id, result_id, week, time_zone, suites, owners,
                            created_by, created_at, expires_at)
    select ${projectId}::bigint, ${link.tokenHash}::bytea, ${row.kind}::text, ${link.title}::text, ${row.runId}::bigint, ${row.baseId}::bigint,
           ${row.resultId}::bigint, ${row.week}::text, ${row.timeZone}::text, ${row.suite}::text[], ${row.owner}::text[],
           ${link.createdBy}::bigint, ${now}::timestamptz, ${link.expiresAt}::timestamptz
     where (select count(*) from share_link
             where project_id = ${projectId} and revoked_at is null and expires_at > ${now}) < ${link.max}
    returning id
  `.execute(transaction);
  return rows[0]?.id ?? null;
}

/** Returns the title of the link, or `null` if the project has no such link. Revoking a link again keeps the first time. */
export async function revokeShareLink(db: Db, projectId: number, linkId: number, now: Date): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    update share_link set revoked_at = coalesce(revoked_at, ${now}) where project_id = ${projectId} and id = ${linkId} returning title
  `.execute(db);
  return rows[0]?.title ?? null;
}
