import type { ShareTarget } from "@plumb/contract/projects/share-links.ts";
import { useQuery } from "@tanstack/react-query";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { type Share, useShare } from "#features/share/use-share.tsx";
import { publicConfigQuery } from "#lib/session/public-config.ts";
import { useMayHere } from "#routes/access/use-may-here.ts";

/** Returns the action that shares something of the selected project; `null` for viewers, and if share links are turned off. */
export function useShareHere(target: ShareTarget): Share | null {
  const mayShare = useMayHere("project:triage");
  const project = useSelectedProject();
  const { data: config } = useQuery(publicConfigQuery);
  const share = useShare(project?.id ?? 0, target);
  return mayShare && project != null && config?.shareLinks === true ? share : null;
}
