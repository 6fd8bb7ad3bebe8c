import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { OpenRun } from "@plumb/contract/runs/live.ts";
import { storable } from "#core/text.ts";
import type { Caller } from "#http/caller.ts";
import type { NewUpload, Sender, SenderDetails } from "#store/uploads/uploads.ts";

export const nobody: Sender = { keyId: null, userId: null, name: null };

export function senderOf(caller: Caller): Sender {
  if (caller.kind === "key") return { keyId: caller.keyId, userId: null, name: storable(caller.name) };
  if (caller.kind !== "user") return nobody;
  const { id, name, displayName, username } = caller.user;
  return { keyId: null, userId: id, name: storable(displayName ?? name ?? username) };
}

type SenderQuery = Pick<
  Partial<OpenRun & UploadQuery>,
  "suite" | "environment" | "branch" | "commit" | "build" | "ciUrl" | "shard"
>;

const text = (value: string | undefined) => (value === undefined ? null : storable(value));

/** Returns the facts about a run from the parameters of a request. */
export function senderDetails({ suite, environment, branch, commit, build, ciUrl, shard }: SenderQuery): SenderDetails {
  return {
    suite: text(suite),
    environment: text(environment),
    branch: text(branch),
    commit: text(commit),
    build: text(build),
    ciUrl: text(ciUrl),
    shard: shard?.current ?? null,
    shardTotal: shard?.total ?? null,
  };
}

export const noSenderDetails = senderDetails({});

/** Returns a new upload for a request with files. */
export function uploadOfFiles(
  projectId: number,
  { sender, query, receivedAt }: { readonly sender: Sender; readonly query: SenderQuery; readonly receivedAt: Date },
  files: readonly { readonly name: string; readonly bytes?: number }[],
): NewUpload {
  return {
    projectId,
    receivedAt,
    way: "file",
    sender,
    facts: senderDetails(query),
    name: storable(files[0]?.name ?? "no file"),
    fileCount: files.length,
    bytes: files.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
  };
}
