import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { BackupTarget } from "./backup-target.ts";

/** Version of the layout of a backup. */
export const format = 1;

export const manifestName = "manifest.json";

/** @param backup Name of the backup. */
export function manifestPath(backup: string): string {
  return `${backup}/${manifestName}`;
}

const hexHash = z.string().regex(/^[0-9a-f]{64}$/);

/** A compressed file of the backup. */
export const StoredFile = z.object({ name: z.string(), bytes: z.number(), sha256: hexHash });

export type StoredFile = z.infer<typeof StoredFile>;

/** Parts that the manifest of a project has, too. */
export const tablesAndFiles = {
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int(), file: StoredFile }),
  ),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), value: z.number().int() })),
  /** Files of reports and analysis items: `file` lists them, and all backups of the target share their contents. */
  blobs: z.object({
    count: z.number().int(),
    bytes: z.number(),
    file: StoredFile,
    /** Files that were lost or damaged before the backup. */
    lost: z.array(z.object({ projectId: z.number().int(), hash: hexHash })),
  }),
};

const Manifest = z.object({
  format: z.literal(format),
  /** Version of Plumb that made the backup. */
  plumb: z.string(),
  createdAt: z.iso.datetime(),
  /** The database, such as `PostgreSQL 16.4`. */
  engine: z.string(),
  migrations: z.array(z.string()).min(1),
  /** Of the secret that encrypts the stored secrets of other services; the backup does not contain it. */
  secretKeyId: z.string().nullable(),
  ...tablesAndFiles,
});

export type Manifest = z.infer<typeof Manifest>;

export function tableTotals(tables: Manifest["tables"]): { readonly rows: number; readonly bytes: number } {
  let [rows, bytes] = [0, 0];
  for (const table of tables) {
    rows += table.rows;
    bytes += table.file.bytes;
  }
  return { rows, bytes };
}

/** Adds a checksum of the text, which detects damage that is still valid JSON. */
export function manifestText(manifest: object): string {
  const content = JSON.stringify({ format, ...manifest });
  return `${JSON.stringify({ sha256: sha256Of(content), content })}\n`;
}

/**
 * Reads the manifest of a backup; `null` if it has none.
 *
 * @throws Error with a message for the operator.
 */
export async function loadManifest(target: BackupTarget, backup: string): Promise<Manifest | null> {
  const path = manifestPath(backup);
  const stream = await target.read(path);
  return stream === null ? null : readManifest(await text(stream), path, Manifest);
}

/**
 * Reads what `manifestText` wrote.
 *
 * @param name Shown in messages.
 * @throws Error with a message for the operator.
 */
export function readManifest<Content>(text: string, name: string, schema: z.ZodType<Content>): Content {
  const damaged = (cause?: unknown) =>
    new Error(`The backup is damaged: ${name} cannot be read. Use another backup.`, { cause });
  const envelope = z.object({ sha256: hexHash, content: z.string() }).safeParse(jsonOf(text));
  if (!envelope.success || sha256Of(envelope.data.content) !== envelope.data.sha256) throw damaged();
  const content = jsonOf(envelope.data.content);
  const version = z.object({ format: z.number(), plumb: z.string() }).safeParse(content);
  if (version.success && version.data.format > format)
    throw new Error(
      `The backup was made by a newer version of Plumb (${version.data.plumb}), whose format this version cannot read. Restore it with that version.`,
    );
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw damaged(parsed.error);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
