import { Skeleton } from "@mantine/core";

/** Placeholder of the page with the same height. */
export function FailuresSkeleton() {
  return (
    <div aria-busy>
      <Skeleton height={74} mb={38} radius="lg" animate={false} />
      <Skeleton height={640} radius="lg" animate={false} />
    </div>
  );
}
