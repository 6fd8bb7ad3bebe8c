import { onTask } from "#threads/on-task.ts";
import type { MatchingJob, Matches } from "./match-texts.ts";
import { finderOf, searched } from "./rule-matching.ts";

onTask<MatchingJob>(async ({ patterns }, port) => {
  const finders = patterns.map((pattern) => ({ pattern, find: finderOf(pattern) }));
  port.on("message", (texts: readonly string[]) => {
    const matches: Matches[] = texts.map((text) => {
      const looked = searched(text);
      const found: { readonly place: number; readonly line: string }[] = [];
      for (const [index, { pattern, find }] of finders.entries()) {
        const line = find(looked);
        if (line === null) continue;
        found.push({ place: index, line });
        if (pattern.last) break;
      }
      return found;
    });
    port.postMessage(matches);
  });
});
