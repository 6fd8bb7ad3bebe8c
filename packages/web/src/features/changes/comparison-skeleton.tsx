import { Skeleton } from "@mantine/core";

/** Placeholder of the comparison while it loads. */
export function ComparisonSkeleton() {
  return (
    <div aria-busy>
      <Skeleton height={166} mb={14} animate={false} />
      <Skeleton height={32} mb={12} animate={false} />
      <Skeleton height={420} animate={false} />
    </div>
  );
}
