import { Button } from "@mantine/core";
import { IconArrowLeft, IconArrowsExchange } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Comparison } from "#features/changes/comparison.tsx";
import { ReportPick } from "#features/changes/report-pick.tsx";
import { selectProject, useSelectedProject } from "#features/projects/selected-project.ts";
import { ReportNotFound } from "#features/report/report-not-found.tsx";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageFrame } from "#ui/page-frame.tsx";
import styles from "./compare-page.module.css";
import report from "./report-page.module.css";

/** Any two reports of a project, test by test. */
export function ComparePage() {
  const { base, head, show } = useSearch({ from: "/guarded/reports/compare" });
  const navigate = useNavigate({ from: "/reports/compare" });
  const project = useSelectedProject();
  usePageTitle("Compare Reports");
  if (project === undefined || project === null) return null;
  const pick = (chosen: { base?: number | undefined; head?: number | undefined }) =>
    void navigate({ search: { base, head, ...chosen, ...(show !== undefined && { show }) }, resetScroll: false });
  return (
    <PageFrame title="Compare Reports" subtitle="What changed between two reports, test by test">
      <Link to="/reports" className={report["back"]}>
        <IconArrowLeft size={15} aria-hidden />
        Back to reports
      </Link>
      <div className={styles["picks"]}>
        <ReportPick projectId={project.id} label="Base" value={base} onPick={(id) => pick({ base: id })} />
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={15} aria-hidden />}
          disabled={base === undefined || head === undefined}
          onClick={() => pick({ base: head, head: base })}
        >
          Swap
        </Button>
        <ReportPick projectId={project.id} label="Head" value={head} onPick={(id) => pick({ head: id })} />
      </div>
      {base === undefined || head === undefined ? (
        <EmptyState title="Choose two reports">
          <p style={{ margin: 0 }}>
            The newer report is compared with the older one: what fails in it and did not before is new.
          </p>
        </EmptyState>
      ) : base === head ? (
        <EmptyState title="This is the same report twice">
          <p style={{ margin: 0 }}>Choose another one to compare it with.</p>
        </EmptyState>
      ) : (
        <Comparison
          key={`${base} ${head}`}
          base={base}
          head={head}
          show={show}
          onProject={selectProject}
          missing={<ReportNotFound />}
        />
      )}
    </PageFrame>
  );
}
