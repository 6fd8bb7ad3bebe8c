import type { BlobReference } from "#store/backup/snapshot.ts";
import { linesOf } from "./backup-files.ts";
import type { BackupTarget } from "./backup-target.ts";
import type { StoredFile } from "./manifest.ts";

/** Reads the files that a backup refers to: a line each, with project, hash and bytes. */
export async function* readBlobList(target: BackupTarget, file: StoredFile): AsyncGenerator<BlobReference> {
  for await (const lines of linesOf(target, file)) {
    for (const line of lines.toString().split("\n")) {
      const [projectId, hash, bytes] = line.split("\t");
      if (hash !== undefined) yield { projectId: Number(projectId), hash, bytes: Number(bytes) };
    }
  }
}

/** Returns the lines of a list. */
export async function* blobLines(batches: AsyncIterable<readonly BlobReference[]>): AsyncGenerator<string> {
  for await (const batch of batches)
    yield batch.map(({ projectId, hash, bytes }) => `${projectId}\t${hash}\t${bytes}\n`).join("");
}
