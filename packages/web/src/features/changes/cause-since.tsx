import { useQuery } from "@tanstack/react-query";
import { formatAgo, formatTimestamp } from "#lib/format/format.ts";
import { useNow } from "#ui/text/now.ts";
import { reportChangesQuery } from "./changes.queries.ts";

interface CauseSinceProps {
  readonly reportId: number;
  readonly groupId: number;
}

/** `since #102, 13 days ago`: the first run of the streak in which a cause of a report fails. Empty if the cause began in this report. */
export function CauseSince({ reportId, groupId }: CauseSinceProps) {
  const { data } = useQuery(reportChangesQuery(reportId));
  const nowMs = Math.max(useNow(), 0);
  const since = data?.failingSince.find((each) => each.groupId === groupId);
  if (since === undefined) return null;
  const { run, atLeast } = since;
  return (
    <span title={`Fails in each run since #${run.number}: ${formatTimestamp(run.startTime)}`}>
      {`since ${atLeast ? "at least " : ""}#${run.number}, ${formatAgo(run.startTime, nowMs)}`}
    </span>
  );
}
