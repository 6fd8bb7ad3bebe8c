import { listArrivals, readArrival, readUploadHealth } from "@plumb/contract/runs/arrivals.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import { mayManage } from "#api/may-manage.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import { arrivalById, arrivalPage, keyOfArrival, problemsOfArrival } from "#store/arrivals/arrival-lists.ts";
import { arrivalCounts, arrivalKeys, incompleteReports, sentDays } from "#store/arrivals/upload-health.ts";
import { silentSenders } from "./silent-senders.ts";

const maxProblems = 200;

export function arrivalRoutes(api: Api<"config" | "db">): void {
  api.route(listArrivals, async ({ context: { db }, projectId, query }) => {
    const { state, key, report, from, until, search, limit, cursor } = query;
    const found = await arrivalPage(db, {
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

  api.route(readArrival, async ({ context: { db }, projectId, params, caller, now }) => {
    const arrival = await arrivalById(db, projectId, params.uploadId);
    if (arrival === null)
      throw new ApiError("not_found", "This upload is not listed: uploads are kept for 30 days, up to 10,000.");
    const problems = await problemsOfArrival(db, projectId, arrival.id, maxProblems);
    const { keyId } = arrival.sender;
    const maySee = keyId !== null && (await mayManage(db, projectId, caller));
    const key = maySee ? await keyOfArrival(db, projectId, keyId, now) : null;
    const removed = { prefix: "", state: "gone", lastUsedAt: null } as const;
    return { data: { ...arrival, problems, key: maySee ? (key ?? removed) : null } };
  });

  api.route(readUploadHealth, async ({ context: { config, db }, projectId, now }) => {
    const counts = await arrivalCounts(db, projectId, now);
    const incomplete = await incompleteReports(db, projectId, { now, timeoutMs: config.runTimeoutMs });
    const silent = silentSenders(await sentDays(db, projectId), now);
    return { data: { counts, incomplete, silent, ...(await arrivalKeys(db, projectId)) } };
  });
}
