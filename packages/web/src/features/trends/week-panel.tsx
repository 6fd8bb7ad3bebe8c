import type { ShareTarget } from "@plumb/contract/projects/share-links.ts";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { WeekSearch } from "#lib/address/week-search.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { saveFile } from "#lib/page/save-file.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { useLiveTrends } from "./trends.queries.ts";
import { weekLink, weekQuery } from "./week.queries.ts";
import { WeekView } from "./week-view.tsx";
import type { MailState } from "@plumb/contract/people/mail-choices.ts";
import { useSubscribeToWeeklyReport, weeklyReportsQuery } from "#lib/api/weekly-reports.ts";
import { runOptionsQuery } from "#lib/api/run-options.ts";

interface WeekPanelProps {
  readonly projectId: number;
  readonly search: WeekSearch;
  readonly onSearch: (search: WeekSearch) => void;
  /** Renders the button that shares the shown week. */
  readonly shareOf?: (target: ShareTarget) => ReactNode;
}

/** Week of a project with the filters in the address. Updates live. */
export function WeekPanel({ projectId, search, onSearch, shareOf }: WeekPanelProps) {
  const week = useQuery(weekQuery(projectId, search));
  const options = useQuery(runOptionsQuery(projectId));
  const queryClient = useQueryClient();
  const weekly = useQuery(weeklyReportsQuery);
  const subscribe = useSubscribeToWeeklyReport();
  const [saving, setSaving] = useState(false);
  useLiveTrends(projectId);
  const save = async (visible: string) => {
    setSaving(true);
    try {
      // Downloads the shown week, although a new one may have started since.
      saveFile(await weekLink(projectId, { ...search, week: visible }));
    } catch (error) {
      showError(refusalText(error, "Failed to write the PDF"));
    } finally {
      setSaving(false);
    }
  };
  return (
    <WeekView
      week={week.data}
      options={options.data}
      onFind={(part) => queryClient.fetchQuery(runOptionsQuery(projectId, part))}
      stale={week.isPlaceholderData}
      error={week.error}
      onRetry={() => void week.refetch()}
      search={search}
      onSearch={onSearch}
      saving={saving}
      share={week.data !== undefined && shareOf?.(targetOf(week.data, search))}
      onSave={(visible) => void save(visible)}
      subscribed={weekly.data?.projects.some(({ id }) => id === projectId)}
      onSubscribe={(subscribed) =>
        subscribe.mutate(
          { projectId, subscribed },
          {
            onSuccess: () => showSuccess(subscribedText(subscribed, weekly.data?.mailState ?? "on")),
            onError: (failed) => showError(refusalText(failed, "Failed to change the weekly email")),
          },
        )
      }
    />
  );
}

function targetOf({ week, timeZone }: WeekSummary, { suite, owner }: WeekSearch): ShareTarget {
  return { kind: "week", week, timeZone, suite: suite && [...suite], owner: owner && [...owner] };
}

function subscribedText(subscribed: boolean, mailState: MailState): string {
  if (!subscribed) return "You will not get this report by email";
  return mailState === "on"
    ? "You will get this report by email every Monday"
    : "You will get this report when this server sends email";
}
