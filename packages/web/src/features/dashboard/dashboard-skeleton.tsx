import { Skeleton } from "@mantine/core";
import styles from "./dashboard-view.module.css";
import cards from "./stat-cards.module.css";

/** Placeholder with the same height as the dashboard. */
export function DashboardSkeleton() {
  return (
    <div aria-busy>
      <Skeleton height={277} mb={14} radius="lg" animate={false} />
      <div className={cards["cards"]}>
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} height={98} radius="lg" animate={false} />
        ))}
      </div>
      <div className={styles["charts"]}>
        <Skeleton height={298} radius="lg" animate={false} />
        <Skeleton height={298} radius="lg" animate={false} />
      </div>
      <Skeleton height={460} radius="lg" animate={false} />
    </div>
  );
}
