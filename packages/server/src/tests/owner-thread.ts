import { ownerFinder } from "@plumb/analysis/owners/owner-finder.ts";
import { readOwnerRules } from "@plumb/analysis/owners/owner-rules.ts";
import { onTask } from "#threads/on-task.ts";
import type { OwnersJob, OwnersQuestion } from "./find-owners.ts";

onTask<OwnersJob>(async ({ rules }, port) => {
  const find = ownerFinder(readOwnerRules(rules).rules);
  port.on("message", ({ places, forMs }: OwnersQuestion) => {
    const until = performance.now() + forMs;
    const owners: (string | null)[] = [];
    for (const location of places) {
      owners.push(find(location));
      if (performance.now() > until) break;
    }
    port.postMessage(owners);
  });
});
