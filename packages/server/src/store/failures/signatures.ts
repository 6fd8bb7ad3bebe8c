import type { Verdict } from "@plumb/analysis/classification/classify.ts";
import type { FailureFingerprint } from "@plumb/analysis/grouping/failure-fingerprint.ts";
import { signatureVersion } from "@plumb/analysis/grouping/failure-signature.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import type { RunOfFailures } from "./collection.ts";

/** The engine's verdict for an error in its run. */
export interface StoredVerdict extends Verdict {
  /** Reasons for the verdict other than the error text. */
  readonly because?: readonly string[];
}

/** An error that is already stored for the project. */
export interface KnownSignature {
  readonly id: number;
  readonly signature: string;
  readonly groupId: number;
  readonly placedBy: "engine" | "person";
  readonly block: string;
  readonly outline: FailureFingerprint;
  readonly verdict: StoredVerdict;
  /** Project rules that match it, in order of application. */
  readonly ruleIds: readonly number[];
}

/** An error that is new in the project. */
export interface NewSignature extends Pick<KnownSignature, "block" | "outline" | "ruleIds" | "signature" | "verdict"> {
  /** The line that each rule of `ruleIds` matched. */
  readonly ruleLines: readonly string[];
  readonly host: string | null;
  readonly message: string;
  readonly stack: string | null;
  /** State of the page, or the response, at the time of the first failure. */
  readonly page: string | null;
  readonly framework: string;
  readonly title: string;
}

const columns = sql.raw(`
  s.id, s.signature, s.group_id as "groupId", s.placed_by as "placedBy", s.block, s.outline, s.verdict,
  to_jsonb(s.rule_ids) as "ruleIds"`);

/** Returns the errors in these blocks, to search them for similar ones. */
export async function signaturesOfBlocks(
  db: Db,
  projectId: number,
  blocks: readonly string[],
): Promise<KnownSignature[]> {
  if (blocks.length === 0) return [];
  const { rows } = await sql<KnownSignature>`
    select ${columns} from failure_signature s
     where s.project_id = ${opaqueProjectId(projectId)} and s.block = any(${blocks}::text[])
     order by s.id
  `.execute(db);
  return rows;
}

export async function signaturesOfGroups(
  db: Db,
  projectId: number,
  groupIds: readonly number[],
): Promise<KnownSignature[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<KnownSignature>`
    select ${columns} from failure_signature s
     where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = any(${groupIds}::bigint[])
     order by s.id
  `.execute(db);
  return rows;
}

/** Returns the groups that an earlier signature version assigned to a run's failures, by their new signatures. */
export async function earlierLocations(
  transaction: Db,
  { projectId, run }: { readonly projectId: number; readonly run: RunOfFailures },
  signatures: readonly string[],
): Promise<Pick<KnownSignature, "groupId" | "placedBy" | "signature">[]> {
  const { rows } = await sql<Pick<KnownSignature, "groupId" | "placedBy" | "signature">>`
    select distinct r.failure_signature as signature, s.group_id as "groupId", s.placed_by as "placedBy"
      from result r
      join failure f on f.project_id = r.project_id and f.run_id = r.run_id and f.result_id = r.id
      join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
     where r.project_id = ${opaqueProjectId(projectId)} and r.run_id = ${run.id}
       and r.failure_signature = any(${signatures}::text[]) and s.version < ${signatureVersion}
  `.execute(transaction);
  return rows;
}

/** Inserts errors with their groups. This run is their first and last occurrence. */
export async function insertSignatures(
  transaction: Db,
  { projectId, run, revision }: { readonly projectId: number; readonly run: RunOfFailures; readonly revision: number },
  signatures: readonly (NewSignature & { readonly groupId: number })[],
): Promise<void> {
  if (signatures.length === 0) return;
  const snapshot = JSON.stringify({ id: run.id, number: run.number, commit: run.commit });
  await sql`
    insert into failure_signature (project_id, signature, version, group_id, placed_by, block, outline, host, message, stack,
                                   page, framework, title, verdict, rule_ids, rule_lines, first_seen, last_seen, first_run, last_run, revision)
    select ${projectId}, signature, ${signatureVersion}, "groupId", 'engine', block, outline, host, message, stack, page, framework, title,
           verdict, array(select jsonb_array_elements_text("ruleIds")::bigint), array(select jsonb_array_elements_text("ruleLines")),
           ${run.startedAt}, ${run.startedAt}, ${snapshot}::jsonb, ${snapshot}::jsonb, ${revision}
      from jsonb_to_recordset(${JSON.stringify(signatures)}::jsonb)
        as given (signature text, "groupId" bigint, block text, outline jsonb, host text, message text, stack text, page text, framework text,
                  title text, verdict jsonb, "ruleIds" jsonb, "ruleLines" jsonb)
    on conflict (project_id, signature) do nothing
  `.execute(transaction);
}

/** Moves errors into a group. */
export async function placeSignatures(
  transaction: Db,
  projectId: number,
  placed: {
    readonly ids: readonly number[];
    readonly groupId: number;
    readonly by: "engine" | "person";
    readonly revision: number;
  },
): Promise<void> {
  await sql`
    update failure_signature set group_id = ${placed.groupId}, placed_by = ${placed.by}, revision = ${placed.revision}
     where project_id = ${opaqueProjectId(projectId)} and id = any(${placed.ids}::bigint[])
  `.execute(transaction);
}

/** Moves errors back to their original groups. Merged groups that get errors back become visible again. */
export async function restoreSignatures(
  transaction: Db,
  projectId: number,
  signatures: readonly { readonly id: number; readonly groupId: number; readonly placedBy: string }[],
  revision: number,
): Promise<void> {
  const input = sql`jsonb_to_recordset(${JSON.stringify(signatures)}::jsonb) as given (id bigint, "groupId" bigint, "placedBy" text)`;
  await sql`
    update failure_signature s set group_id = given."groupId", placed_by = given."placedBy", revision = ${revision}
      from ${input}
     where s.project_id = ${opaqueProjectId(projectId)} and s.id = given.id
  `.execute(transaction);
  await sql`
    update failure_group g set merged_into = null, revision = ${revision}
     where g.project_id = ${opaqueProjectId(projectId)} and g.merged_into is not null and g.id in (select "groupId" from ${input})
  `.execute(transaction);
}

/** First occurrence of an error. */
export interface SampleOfSignature {
  readonly id: number;
  readonly signature: string;
  readonly groupId: number;
  readonly message: string;
  readonly stack: string | null;
  readonly page: string | null;
  readonly framework: string;
  readonly title: string;
}

export async function samplesOfGroups(
  db: Db,
  projectId: number,
  groupIds: readonly number[],
): Promise<SampleOfSignature[]> {
  const { rows } = await sql<SampleOfSignature>`
    select id, signature, group_id as "groupId", message, stack, page, framework, title
      from failure_signature
     where project_id = ${opaqueProjectId(projectId)} and group_id = any(${groupIds}::bigint[])
     order by id
  `.execute(db);
  return rows;
}

/** Returns the most frequent error of a group, with the version in its signature; `null` if the group has no errors left. */
export async function mainSampleOfGroup(
  db: Db,
  projectId: number,
  groupId: number,
): Promise<Omit<SampleOfSignature, "groupId" | "id"> | null> {
  const { rows } = await sql<Omit<SampleOfSignature, "groupId" | "id">>`
    select version || ':' || signature as signature, message, stack, page, framework, title
      from failure_signature
     where project_id = ${opaqueProjectId(projectId)} and group_id = ${groupId}
     order by occurrences desc, id limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Stores the engine's current verdicts. */
export async function storeVerdicts(
  transaction: Db,
  projectId: number,
  classified: readonly Pick<KnownSignature, "id" | "verdict">[],
): Promise<void> {
  await sql`
    update failure_signature s set verdict = given.verdict
      from jsonb_to_recordset(${JSON.stringify(classified.map(({ id, verdict }) => ({ id, verdict })))}::jsonb)
        as given (id bigint, verdict jsonb)
     where s.project_id = ${opaqueProjectId(projectId)} and s.id = given.id
  `.execute(transaction);
}
