import { Button } from "@mantine/core";
import { IconFolderCog } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type { ProjectState } from "@plumb/contract/projects/project-states.ts";
import { PinMenu } from "#features/boards/pin-menu.tsx";
import { ProjectManagement } from "#features/projects/project-management.tsx";
import { ProjectStatesPanel } from "#features/projects/project-states-panel.tsx";
import { selectProject } from "#features/projects/selected-project.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { SearchBox } from "#ui/list/search-box.tsx";

/** Pins the state of a project. */
const pinState = ({ id, name }: ProjectState) => <PinMenu pin={{ projectId: id, kind: "state" }} projectName={name} />;

const route = getRouteApi("/guarded/projects");

/** Overview of the user's projects with their state and latest runs. */
export function ProjectsPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: account } = useQuery(ownAccountQuery);
  const admin = account?.role === "ADMIN";
  const [managing, setManaging] = useState(false);
  const onSearch = useCallback(
    (text: string) => void navigate({ search: text === "" ? {} : { q: text }, replace: true }),
    [navigate],
  );
  return (
    <PageFrame
      title="Projects"
      subtitle="The latest results of your projects"
      actions={
        <>
          <SearchBox label="Search projects" value={q} onChange={onSearch} />
          <Button component={Link} to="/boards" variant="default">
            Boards
          </Button>
          {admin && (
            <Button leftSection={<IconFolderCog size={16} aria-hidden />} onClick={() => setManaging(true)}>
              Manage Projects
            </Button>
          )}
        </>
      }
    >
      <ProjectStatesPanel search={q.trim()} admin={admin} pin={pinState} />
      {admin && <ProjectManagement opened={managing} onClose={() => setManaging(false)} onCreated={selectProject} />}
    </PageFrame>
  );
}
