import { Button } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { ReportsCsvButton } from "#features/exports/csv-button.tsx";
import { ReportExportIcons } from "#features/exports/report-export-icons.tsx";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { type ReportListing, listingQuery } from "#features/reports/report-list.queries.ts";
import { ReportListPanel } from "#features/reports/report-list-panel.tsx";
import { UploadButton } from "#features/uploads/upload-button.tsx";
import { UploadPanels } from "#features/uploads/upload-panels.ts";
import { ofReports } from "#lib/address/compare-search.ts";
import { reportListSearch, sameSearch } from "#lib/address/report-list-search.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { FirstReport } from "./first-report-part.tsx";

const exportsOf = (report: Report) => <ReportExportIcons report={report} />;
const csvOf = (listing: ReportListing) => <ReportsCsvButton query={listingQuery(listing)} />;

/** Reports of the selected project. */
export function ReportsPage() {
  const project = useSelectedProject();
  const search = useSearch({ from: "/guarded/reports" });
  const navigate = useNavigate({ from: "/reports" });
  const onSearch = useCallback(
    (next: ReportListSearch) => {
      // Typing creates a single history entry instead of one per pause.
      const typed = sameSearch({ ...search, q: undefined }, { ...next, q: undefined });
      // Omits defaults and unset values from the URL.
      void navigate({ search: reportListSearch({ ...next }), replace: typed });
    },
    [navigate, search],
  );
  const onCompare = useCallback(
    (reports: readonly Report[]) => {
      const search = ofReports(
        {},
        reports.map(({ id }) => id),
      );
      void navigate({ to: "/reports/compare", search });
    },
    [navigate],
  );
  if (project === undefined || project === null) return null;
  return (
    <PageFrame
      title="Test Reports"
      subtitle="View and analyze test execution reports"
      actions={
        <>
          <Button component={Link} to="/uploads" variant="subtle" color="gray">
            Uploads
          </Button>
          <UploadButton />
        </>
      }
    >
      <UploadPanels />
      <ReportListPanel
        key={project.id}
        projectId={project.id}
        search={search}
        onSearch={onSearch}
        onCompare={onCompare}
        exports={exportsOf}
        csv={csvOf}
        help={
          <>
            <FirstReport project={project} />
            <p>
              {"Already sent a report? "}
              <Link to="/uploads">See all uploads and their outcome</Link>
            </p>
          </>
        }
      />
    </PageFrame>
  );
}
