import { Button } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { formatCount } from "#lib/format/format.ts";
import { subjectItemsQuery } from "./items.queries.ts";

interface ReportItemsButtonProps {
  readonly projectId: number;
  readonly reportId: number;
  readonly opened: boolean;
  readonly onToggle: () => void;
}

/** Button with the number of a report's analysis items. Toggles their panel. */
export function ReportItemsButton({ projectId, reportId, opened, onToggle }: ReportItemsButtonProps) {
  const { data } = useQuery(subjectItemsQuery(projectId, { testRunId: reportId }));
  return (
    <Button
      variant="default"
      aria-expanded={opened}
      leftSection={<IconChecklist size={16} aria-hidden />}
      onClick={onToggle}
    >
      {data === undefined || data.total === 0 ? "Annotations" : `Annotations (${formatCount(data.total)})`}
    </Button>
  );
}
