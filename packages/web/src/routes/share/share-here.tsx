import type { ShareTarget } from "@plumb/contract/projects/share-links.ts";
import { useQuery } from "@tanstack/react-query";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { ShareButton } from "#features/share/share-button.tsx";
import { publicConfigQuery } from "#lib/session/public-config.ts";
import { useMayHere } from "#routes/access/use-may-here.ts";

interface ShareHereProps {
  readonly target: ShareTarget;
  readonly size?: "xs" | "compact-sm";
}

/** Button that shares something of the selected project. Absent for viewers, and if share links are turned off. */
export function ShareHere({ target, size }: ShareHereProps) {
  const mayShare = useMayHere("project:triage");
  const project = useSelectedProject();
  const { data: config } = useQuery(publicConfigQuery);
  if (!mayShare || project == null || config?.shareLinks !== true) return null;
  return <ShareButton projectId={project.id} target={target} {...(size !== undefined && { size })} />;
}
