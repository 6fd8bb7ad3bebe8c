import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconChecklist } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { formatCount } from "#lib/format/format.ts";
import type { Action } from "#ui/list/actions.tsx";
import { subjectItemsQuery } from "./items.queries.ts";

interface ItemsPanel {
  readonly expanded: boolean;
  readonly onToggle: () => void;
}

/** Returns the action that toggles the panel of a report's analysis items, with their number. */
export function useItemsAction(
  { id, projectId }: Pick<Report, "id" | "projectId">,
  { expanded, onToggle }: ItemsPanel,
): Action {
  const { data } = useQuery(subjectItemsQuery(projectId, { testRunId: id }));
  return {
    label: data === undefined || data.total === 0 ? "Annotations" : `Annotations (${formatCount(data.total)})`,
    icon: IconChecklist,
    expanded,
    onClick: onToggle,
  };
}
