import type { ProjectState } from "@plumb/contract/projects/project-states.ts";
import { counted } from "./format.ts";

type Suites = Pick<ProjectState, "failingSuites" | "latest" | "suites">;

/** Returns whether the suites of a project pass, and the words for it. A project without finished suites runs or is empty. */
export function projectCondition({ failingSuites, suites, latest }: Suites) {
  if (failingSuites > 0)
    return { condition: "failing", words: `${failingSuites} of ${counted(suites, "suite")} failing` } as const;
  if (suites > 0) return { condition: "passing", words: "Passing" } as const;
  return latest === null
    ? ({ condition: "empty", words: "Empty" } as const)
    : ({ condition: "running", words: "Running" } as const);
}
