import { causeTitle } from "@plumb/analysis/failures/cause-title.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Notice } from "#inbox/notify.ts";
import type { ComparedRun } from "#store/runs/base-run.ts";
import type { NewsRun } from "#store/runs/news-runs.ts";
import type { OwnedFailures } from "#store/runs/owned-failures.ts";
import { leftOutText, placeText, displaySuite } from "./red-notice.ts";

/** Maximum number of tests that a notification lists. */
export const namedTests = 3;

/** Returns the notification for the owner of failing tests. */
export function ownerNotice(
  about: "causes" | "tests",
  run: NewsRun,
  base: Pick<ComparedRun, "branch" | "number">,
  { count, back, tests, leftOut }: OwnedFailures,
): Notice {
  const location =
    (base.branch ?? "") === (run.branch ?? "") ? "before it" : `on ${cut(base.branch ?? "no branch", 120)}`;
  const named = tests.map(({ title, occurrence, state }) => {
    const row = occurrence > 1 ? ` (${occurrence})` : "";
    return `“${cut(title, 120)}${row}”${state === "back" ? " (back)" : ""}`;
  });
  const [only] = tests;
  const again = back === count ? " again" : "";
  const more = count - named.length;
  const compared =
    about === "tests"
      ? `and not in run #${base.number} ${location}`
      : `for another reason than in run #${base.number} ${location}`;
  const all = more > 0 ? [...named, `${more} more`] : named;
  return {
    topic: "tests",
    title:
      only === undefined || count > 1
        ? `${count} of your tests fail${again}${about === "causes" ? " for other reasons" : ""} in ${displaySuite(run)}`
        : `Your test ${titleOf(only)}`,
    message: `${listed(all)} failed${placeText(run)} in run #${run.number}${count === 1 ? ` of ${displaySuite(run)}` : ""}, ${compared}.${leftOutText(leftOut, "your tests")}`,
    type: "error",
    metadata: { projectName: run.projectName },
    projectId: run.projectId,
    actionUrl: `/reports/${run.id}`,
  };
}

function titleOf({ title, occurrence, errorLine, state }: OwnedFailures["tests"][number]): string {
  const name = `${title}${occurrence > 1 ? ` (${occurrence})` : ""}`;
  const test = { titlePath: [name], variant: "", file: null, line: null };
  return causeTitle(
    { message: errorLine ?? "", test, tests: 1 },
    { change: state === "back" ? "returned" : "failing" },
  );
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
