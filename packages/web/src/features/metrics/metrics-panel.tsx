import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import styles from "./metrics-view.module.css";
import { MetricsView } from "./metrics-view.tsx";
import { metricsQuery } from "./metrics.queries.ts";

/** Loads the metrics of a report. The address contains the number of compared tests. */
export function MetricsPanel({ reportId }: { readonly reportId: number }) {
  const metrics = useQuery(metricsQuery(reportId));
  const { top } = useSearch({ from: "/guarded/reports/$reportId" });
  const navigate = useNavigate({ from: "/reports/$reportId" });
  if (metrics.data !== undefined) {
    return (
      <MetricsView
        metrics={metrics.data}
        top={top ?? 3}
        onTop={(next) =>
          void navigate({
            search: (search) => ({ ...search, top: next === 3 ? undefined : next }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    );
  }
  if (metrics.isError) {
    return (
      <ErrorPanel error={metrics.error} fallback="Failed to fetch metrics" onRetry={() => void metrics.refetch()} />
    );
  }
  return (
    <div className={styles["metrics"]} aria-busy>
      <Skeleton height={76} animate={false} />
      <Skeleton height={330} animate={false} />
      <Skeleton height={240} animate={false} />
    </div>
  );
}
