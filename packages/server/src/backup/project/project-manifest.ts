import { text } from "node:stream/consumers";
import { z } from "zod";
import type { BackupTarget } from "#backup/backup-target.ts";
import { format, manifestName, readManifest, tablesAndFiles } from "#backup/manifest.ts";

/** An exported project. Its files have the layout of a backup, without a folder for each. */
const ProjectManifest = z.object({
  format: z.literal(format),
  /** Version of Plumb that wrote it. */
  plumb: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  /** As on the other server. */
  project: z.object({ id: z.number().int(), name: z.string() }),
  people: z.array(
    z.object({
      id: z.number().int(),
      email: z.string(),
      username: z.string(),
      displayName: z.string().nullable(),
      name: z.string().nullable(),
    }),
  ),
  ...tablesAndFiles,
});

export type ProjectManifest = z.infer<typeof ProjectManifest>;

/** @throws Error with a message for the operator. */
export async function loadProjectManifest(target: BackupTarget): Promise<ProjectManifest> {
  const stream = await target.read(manifestName);
  if (stream === null)
    throw new Error(`${target.description} contains no exported project: it has no ${manifestName}.`);
  return readManifest(await text(stream), manifestName, ProjectManifest);
}
