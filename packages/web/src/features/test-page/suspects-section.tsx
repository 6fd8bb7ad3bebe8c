import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import { SuspectsView } from "#ui/commits/suspects-view.tsx";
import { RunLink } from "./run-link.tsx";
import { suspectsQuery } from "./test-page.queries.ts";
import type { Streak } from "./time-machine.tsx";

/** Commits between the last pass and the first failure, and what ended the failure before. */
export function SuspectsSection({ lastPass, firstFailure }: Streak) {
  const { data, error } = useQuery(suspectsQuery(firstFailure.resultId));
  useFailureToast(error, "Failed to load the suspected commits");
  const isUnknown = data !== undefined && data.range === null;
  return (
    <>
      {isUnknown && (
        <p>
          Last pass <RunLink run={lastPass.run} />, first failure <RunLink run={firstFailure.run} />. The commits
          between them are not known.
        </p>
      )}
      {data !== undefined && <SuspectsView suspects={data} level={3} />}
      <Link to="/reports/compare" search={{ base: lastPass.run.id, head: firstFailure.run.id }}>
        {`Compare #${lastPass.run.number} and #${firstFailure.run.number}`}
      </Link>
    </>
  );
}
