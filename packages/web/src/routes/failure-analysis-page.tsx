import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import { FailuresPanel } from "#features/failures/failures-panel.tsx";
import { ListCsvButton } from "#features/exports/csv-button.tsx";
import { failureCsvQuery, failureGroupQuery } from "#features/failures/failures.queries.ts";
import { EndedIncidents, LeadingIncidents } from "#features/incidents/project-incidents.tsx";
import { useFollowedLink } from "#features/projects/follow-link.ts";
import { failureSearch, type FailureSearch } from "#lib/address/failure-search.ts";
import { SelectedProjectPage } from "#routes/project/selected-project-page.tsx";
import { failureDialog } from "#routes/report/failure-dialog.tsx";
import { itemsOfGroup } from "#routes/report/subject-items.tsx";
import { useMayHere } from "#routes/access/use-may-here.ts";

const QualityDialog = lazy(async () => ({
  default: (await import("#features/verdict-quality/quality-dialog.tsx")).QualityDialog,
}));

const TriagePanel = lazy(async () => ({
  default: (await import("#features/failures/triage/triage-panel.tsx")).TriagePanel,
}));

const RulesDialog = lazy(async () => ({
  default: (await import("#features/failure-rules/rules-dialog.tsx")).RulesDialog,
}));

/** Failures of the selected project by class and cause. */
export function FailureAnalysisPage() {
  const mayTriage = useMayHere("project:triage");
  const mayManage = useMayHere("project:manage");
  const search = useSearch({ from: "/guarded/defects" });
  const navigate = useNavigate({ from: "/defects" });
  const onSearch = useCallback(
    (next: FailureSearch) => {
      // Typing creates a single history entry instead of one per pause.
      const typed = next.q !== search.q;
      // Omits defaults and unset values from the URL.
      void navigate({ search: failureSearch({ ...next }), replace: typed, resetScroll: false });
    },
    [navigate, search],
  );
  const linked = search.group ?? search.cause;
  const closeDialog = () => onSearch({ ...search, show: undefined, figure: undefined });
  return (
    <SelectedProjectPage title="Failure Analysis" purpose="view failure analysis">
      {(projectId) =>
        search.triage === undefined ? (
          <>
            {linked !== undefined && <LinkedCause projectId={projectId} groupId={linked} search={search} />}
            <FailuresPanel
              key={projectId}
              projectId={projectId}
              mayTriage={mayTriage}
              mayManage={mayManage}
              search={search}
              onSearch={onSearch}
              itemsOf={itemsOfGroup}
              dialog={failureDialog}
              csv={<FailuresCsv projectId={projectId} search={search} />}
              incidents={<LeadingIncidents projectId={projectId} mayTriage={mayTriage} search={search} />}
              pastIncidents={<EndedIncidents projectId={projectId} mayTriage={mayTriage} search={search} />}
              quality={
                <Suspense>
                  <QualityDialog projectId={projectId} search={search} onClose={closeDialog} />
                </Suspense>
              }
              rules={
                <Suspense>
                  <RulesDialog
                    projectId={projectId}
                    mayManage={mayManage}
                    fromCause={search.show === "new-rule" ? search.group : undefined}
                    onClose={closeDialog}
                  />
                </Suspense>
              }
            />
          </>
        ) : (
          <Suspense>
            <TriagePanel
              key={projectId}
              projectId={projectId}
              mayTriage={mayTriage}
              name="Failure Analysis"
              search={search}
              step={search.triage}
              onStep={(triage, replace = false) =>
                void navigate({ search: failureSearch({ ...search, triage }), replace })
              }
              itemsOf={itemsOfGroup}
              dialog={failureDialog}
            />
          </Suspense>
        )
      }
    </SelectedProjectPage>
  );
}

/** Exports the list of the open tab. */
function FailuresCsv({ projectId, search }: { readonly projectId: number; readonly search: FailureSearch }) {
  const query = failureCsvQuery(search);
  if (search.tab === "runs") return <ListCsvButton projectId={projectId} list="runs" query={query} />;
  if (search.tab === "tests") return <ListCsvButton projectId={projectId} list="failed tests" query={query} />;
  return (
    <ListCsvButton
      projectId={projectId}
      list="causes"
      query={{ ...query, state: search.state, sortBy: search.sort ?? "lastSeen" }}
    />
  );
}

interface LinkedCauseProps {
  readonly projectId: number;
  readonly groupId: number;
  readonly search: FailureSearch;
}

function LinkedCause({ projectId, groupId, search }: LinkedCauseProps) {
  const { error } = useQuery(failureGroupQuery(projectId, groupId, search));
  useFollowedLink({ kind: "cause", id: groupId, projectId, error });
  return null;
}
