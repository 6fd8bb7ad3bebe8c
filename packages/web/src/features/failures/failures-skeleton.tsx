import { Skeleton } from "@mantine/core";
import cards from "#features/failures/summary/summary-cards.module.css";

/** The page's shape while its figures load: as high as what comes. */
export function FailuresSkeleton() {
  return (
    <div aria-busy>
      <div className={cards["cards"]}>
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} height={92} radius="lg" animate={false} />
        ))}
      </div>
      <Skeleton height={68} mb={14} radius="lg" animate={false} />
      <Skeleton height={460} radius="lg" animate={false} />
    </div>
  );
}
