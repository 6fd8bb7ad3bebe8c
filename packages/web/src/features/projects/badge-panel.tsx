import { useQuery } from "@tanstack/react-query";
import { BadgeView } from "./badge-view.tsx";
import { projectQuery } from "./projects.queries.ts";
import { useServerAddress } from "#lib/session/server-address.ts";

/** A project's public badge, with the Markdown to embed it in a README. */
export function BadgePanel({ projectId }: { readonly projectId: number }) {
  const address = useServerAddress();
  const { data: project } = useQuery(projectQuery(projectId));
  if (project === undefined) return null;
  const path = `/api/public/projects/${projectId}/badge.svg`;
  return (
    <BadgeView isPublic={project.settings.badge === true} address={address} path={path} version={project.version} />
  );
}
