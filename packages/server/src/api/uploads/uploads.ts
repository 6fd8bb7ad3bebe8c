import { listUploads, readUpload, readUploadHealth } from "@plumb/contract/runs/uploads.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import { mayManage } from "#api/may-manage.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import { uploadById, uploadPage, keyOfUpload, problemsOfUpload } from "#store/uploads/upload-lists.ts";
import { uploadCounts, uploadKeys, incompleteReports, sentDays } from "#store/uploads/upload-health.ts";
import { silentSenders } from "./silent-senders.ts";

const maxProblems = 200;

export function uploadListRoutes(api: Api<"config" | "db">): void {
  api.read(listUploads, async ({ context: { db }, projectId, query }) => {
    const { state, key, report, from, until, search, limit, cursor } = query;
    const found = await uploadPage(db, {
      projectId,
      states: state,
      keyId: key,
      runId: report,
      from: from === undefined ? undefined : new Date(from),
      until: until === undefined ? undefined : new Date(until),
      words: searchWords(search),
      before: cursor,
      limit: limit + 1,
    });
    const data = found.slice(0, limit);
    return { data, nextCursor: found.length > data.length ? (data.at(-1)?.id ?? null) : null };
  });

  api.route(readUpload, async ({ context: { db }, projectId, params, caller, now }) => {
    const upload = await uploadById(db, projectId, params.uploadId);
    if (upload === null)
      throw new ApiError("not_found", "This upload is not listed: uploads are kept for 30 days, up to 10,000.");
    const problems = await problemsOfUpload(db, projectId, upload.id, maxProblems);
    const { keyId } = upload.sender;
    const maySee = keyId !== null && (await mayManage(db, projectId, caller));
    const key = maySee ? await keyOfUpload(db, projectId, keyId, now) : null;
    const removed = { prefix: "", state: "gone", lastUsedAt: null } as const;
    return { data: { ...upload, problems, key: maySee ? (key ?? removed) : null } };
  });

  api.read(readUploadHealth, async ({ context: { config, db }, projectId, now }) => {
    const counts = await uploadCounts(db, projectId, now);
    const incomplete = await incompleteReports(db, projectId, { now, timeoutMs: config.runTimeoutMs });
    const silent = silentSenders(await sentDays(db, projectId), now);
    return { data: { counts, incomplete, silent, ...(await uploadKeys(db, projectId)) } };
  });
}
