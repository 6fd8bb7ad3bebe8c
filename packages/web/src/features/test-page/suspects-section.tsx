import type { TestExecution } from "@plumb/contract/tests/test-page.ts";
import { useQuery } from "@tanstack/react-query";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import { SuspectsView } from "#ui/commits/suspects-view.tsx";
import panel from "#ui/layout/panel.module.css";
import { suspectsQuery } from "./test-page.queries.ts";
import styles from "./test-view.module.css";

/** Loads the suspected commits if the test failed in its latest execution. Shows nothing if there are none. */
export function SuspectsSection({ executions }: { readonly executions: readonly TestExecution[] }) {
  const latest = executions.find(({ status }) => status !== "skipped");
  const isFailing = latest?.status === "failed" || latest?.status === "error";
  const { data, error } = useQuery({ ...suspectsQuery(latest?.resultId ?? 0), enabled: isFailing });
  useFailureToast(error, "Failed to load the suspected commits");
  if (!isFailing || data === undefined || (data.range === null && data.fixedBefore.length === 0)) return null;
  return (
    <section className={`${panel["panel"]} ${styles["section"]}`} aria-label="Commits">
      <SuspectsView suspects={data} level={2} />
    </section>
  );
}
