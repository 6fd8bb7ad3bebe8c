import { Skeleton } from "@mantine/core";
import cards from "#features/failures/summary/summary-cards.module.css";

/** Placeholder of the page with the same height. */
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
