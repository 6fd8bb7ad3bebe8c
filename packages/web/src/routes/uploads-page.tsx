import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useFollowedLink } from "#features/projects/follow-link.ts";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { selectProject, useSelectedProject } from "#features/projects/selected-project.ts";
import { UploadsPanel } from "#features/uploads/uploads-panel.tsx";
import { uploadQuery } from "#features/uploads/uploads.queries.ts";
import { UploadButton } from "#features/uploads/upload-button.tsx";
import { UploadPanels } from "#features/uploads/upload-panels.ts";
import { uploadsSearch, type UploadsSearch } from "#lib/address/uploads-search.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { FirstReport } from "./first-report-part.tsx";

/** Uploads of the selected project with their outcome. */
export function UploadsPage() {
  const search = useSearch({ from: "/guarded/uploads" });
  const navigate = useNavigate({ from: "/uploads" });
  const project = useSelectedProject();
  const isMeant = useMeantProject(search);
  if (project == null || !isMeant) return null;
  const onSearch = (next: UploadsSearch) => {
    // Typing creates a single history entry instead of one per pause.
    void navigate({ search: uploadsSearch({ ...next }), replace: next.q !== search.q, resetScroll: false });
  };
  return (
    <PageFrame
      title="Uploads"
      subtitle="All uploads and their outcome"
      actions={
        <>
          <Button component={Link} to="/reports" variant="subtle" color="gray">
            Test Reports
          </Button>
          <UploadButton />
        </>
      }
    >
      <UploadPanels />
      {search.upload !== undefined && <LinkedUpload projectId={project.id} uploadId={search.upload} />}
      <UploadsPanel
        key={project.id}
        projectId={project.id}
        search={search}
        onSearch={onSearch}
        help={<FirstReport project={project} />}
      />
    </PageFrame>
  );
}

function LinkedUpload({ projectId, uploadId }: { readonly projectId: number; readonly uploadId: number }) {
  const { error } = useQuery(uploadQuery(projectId, uploadId));
  useFollowedLink({ kind: "upload", id: uploadId, projectId, error });
  return null;
}

/** Selects the linked project if another one is selected and the user is a member. Returns true when done. */
function useMeantProject({ project, ...search }: UploadsSearch): boolean {
  const { data: projects } = useQuery(projectsQuery);
  const navigate = useNavigate({ from: "/uploads" });
  const isKnown = projects?.some(({ id }) => id === project) === true;
  useEffect(() => {
    if (project === undefined || projects === undefined) return;
    if (isKnown) selectProject(project);
    void navigate({ search, replace: true, resetScroll: false });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per linked project
  }, [project, isKnown, projects === undefined, navigate]);
  return project === undefined;
}
