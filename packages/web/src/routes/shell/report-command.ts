import { locateReport } from "@plumb/contract/runs/reports.ts";
import type { Project } from "@plumb/contract/projects/projects.ts";
import { IconClipboardList } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Section } from "#features/commands/palette-rows.ts";
import { api } from "#lib/api/api.ts";
import { errorText, isNotFound } from "#lib/api/error-text.ts";
import { showError } from "#ui/feedback/toast.ts";

/** Returns a command that opens the report with the typed number, such as `12` or `#12`. */
export function useReportCommand(project: Project | null): (typed: string) => Section | null {
  const navigate = useNavigate();
  return useCallback(
    (typed) => {
      const digits = /^\s*#?\s*(\d{1,9})\s*$/.exec(typed)?.[1];
      if (digits === undefined || project === null || Number(digits) === 0) return null;
      const number = Number(digits);
      const open = async () => {
        try {
          const { data } = await api.call(locateReport, { params: { projectId: project.id, number } });
          await navigate({ to: "/reports/$reportId", params: { reportId: String(data.id) } });
        } catch (error) {
          const nothing = `${project.name} has no report #${number}.`;
          showError(isNotFound(error) ? nothing : errorText(error, "Failed to open the report"));
        }
      };
      const entry = {
        id: "report",
        label: `Open report #${number}`,
        detail: project.name,
        // Makes the palette match the text as typed.
        keywords: `${typed} # ${digits}`,
        icon: IconClipboardList,
        run: () => void open(),
      };
      return { title: "Report", kind: "commands", entries: [entry] };
    },
    [project, navigate],
  );
}
