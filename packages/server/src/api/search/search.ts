import { searchProject } from "@plumb/contract/projects/search.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import { errorDisplay } from "#core/error-shown.ts";
import type { Api } from "#http/api.ts";
import { findGroups, findItems, findOwners, findReports, matchingTests } from "#store/projects/search.ts";

export function searchRoutes(api: Api<"db" | "testSearch">): void {
  api.read(searchProject, async ({ context: { db, testSearch }, projectId, query: { q, limit } }) => {
    const words = searchWords(q);
    const [reports, tests, groups, items, owners] = await Promise.all([
      findReports(db, projectId, words, limit),
      testSearch.find(projectId, words).then((ids) => matchingTests(db, projectId, { ids, words, limit })),
      findGroups(db, projectId, words, limit),
      findItems(db, projectId, words, limit),
      findOwners(db, projectId, words, limit),
    ]);
    return {
      data: {
        reports: reports.map((report) => ({ ...report, startTime: report.startTime.toISOString() })),
        tests,
        groups: groups.map(({ message, lastSeen, ...group }) => ({
          ...group,
          message: errorDisplay(message),
          lastSeen: lastSeen.toISOString(),
        })),
        items,
        owners,
      },
    };
  });
}
