import { IconListSearch } from "@tabler/icons-react";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { useNavigate } from "@tanstack/react-router";
import { ReportExports } from "#features/exports/report-exports.tsx";
import { useItemsAction } from "#features/items/use-items-action.ts";
import { useKeepAction } from "#features/retention/use-keep-action.ts";
import type { ReportSearch } from "#lib/address/report-search.ts";
import { useShareHere } from "#routes/share/use-share-here.tsx";
import { useShortcuts } from "#lib/keys/shortcut.ts";
import { ActionMenu } from "#ui/list/action-menu.tsx";
import { type Action, ActionButtons, ActionItems } from "#ui/list/actions.tsx";
import styles from "./report-page.module.css";

interface ReportActionsProps {
  readonly report: Report;
  readonly mayTriage: boolean;
  /** True if the page has no room for buttons. */
  readonly isNarrow: boolean;
  readonly search: ReportSearch;
  readonly change: (changes: ReportSearch) => void;
}

/** Actions of a report, as a group of small buttons with a menu for the rare ones, or as one menu in a narrow window. */
export function ReportActions({ report, mayTriage, isNarrow, search, change }: ReportActionsProps) {
  const items = useItemsAction(report, {
    expanded: search.items === true,
    onToggle: () => change({ items: search.items === true ? undefined : true }),
  });
  const keep = useKeepAction(report);
  const startTriage = useTriageAction(report);
  const share = useShareHere({ kind: "report", reportId: report.id });
  const rare = [...(share === null ? [] : [share.action]), ...(mayTriage ? [keep] : [])];
  const of = `${report.testSuite} #${report.number}`;
  return (
    <>
      <ReportExports report={report} shown={search.export} onHide={() => change({ export: undefined })}>
        {(exports, button) =>
          isNarrow ? (
            <ActionMenu of={of} button={button}>
              <ActionItems actions={[...startTriage, items, ...exports, ...rare]} />
            </ActionMenu>
          ) : (
            <div className={styles["actions"]}>
              {startTriage.length > 0 && <ActionButtons label="Failures" actions={startTriage} />}
              <ActionButtons label="Annotations and exports" actions={[items, ...exports]} />
              {rare.length > 0 && (
                <ActionMenu of={of}>
                  <ActionItems actions={rare} />
                </ActionMenu>
              )}
            </div>
          )
        }
      </ReportExports>
      {share?.dialog}
    </>
  );
}

/** Starts triage of a report with failures, by a button or `t`. */
function useTriageAction({ summary }: Report): readonly Action[] {
  const navigate = useNavigate({ from: "/reports/$reportId" });
  const start = () => void navigate({ search: (before) => ({ ...before, triage: "start" as const }) });
  const failing = summary.failed + summary.errored > 0;
  useShortcuts(failing ? [{ key: "t", label: "Triage the causes", run: start }] : []);
  const title = "Goes through the causes of this report one by one (t)";
  return failing ? [{ label: "Triage", icon: IconListSearch, title, onClick: start }] : [];
}
