import { counted } from "@plumb/contract/text/counted.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Notice } from "#inbox/notify.ts";
import type { NewsRun } from "#store/runs/news-runs.ts";

/** Returns " 2 failures of tests in quarantine or muted are excluded.", starting with a space; empty if there are none. */
export function leftOutText(count: number, of: "tests" | "your tests" = "tests"): string {
  if (count === 0) return "";
  return ` ${counted(count, "failure")} of ${of} in quarantine or muted ${count === 1 ? "is" : "are"} excluded.`;
}

/** Formats " on main in staging" from the known parts. */
export function placeText({ branch, environment }: Pick<NewsRun, "branch" | "environment">): string {
  return `${branch === null ? "" : ` on ${branch}`}${environment === "" ? "" : ` in ${environment}`}`;
}

export const displaySuite = ({ suite }: Pick<NewsRun, "suite">) => cut(suite, 120);

/** Returns the notification about the first red run after a green one. */
export function redNotice(run: NewsRun, silenced: number): Notice {
  const { number, total, failures, projectName } = run;
  const red = Math.max(failures - silenced, 0);
  const what = red > 0 ? `${red} of ${counted(total, "test")} failed` : "The run failed";
  return {
    topic: "tests",
    title: `${displaySuite(run)} is red`,
    message: `${what}${placeText(run)} in run #${number}. The previous run was green.${leftOutText(silenced)}`,
    type: "error",
    metadata: { projectName },
    projectId: run.projectId,
    actionUrl: `/reports/${run.id}`,
  };
}
