import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { selectProject } from "#features/projects/selected-project.ts";
import { screenAfterSwitch } from "./screen-after-switch.ts";

/** Returns a function that selects another project and leaves pages of the previous one. */
export function useProjectSwitch(): (projectId: number) => void {
  const router = useRouter();
  return useCallback(
    (projectId) => {
      selectProject(projectId);
      const { pathname, searchStr } = router.state.location;
      const next = screenAfterSwitch(pathname, searchStr);
      if (next !== `${pathname}${searchStr}`) router.history.push(next);
    },
    [router],
  );
}
