import { Button } from "@mantine/core";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";

interface LoadMoreProps {
  /** Result of `useInfiniteQuery`. */
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** Message if the next page could not be loaded. */
  readonly failure: string;
}

/** Button below a list that loads the next page, if there is one. */
export function LoadMore({ pages, failure }: LoadMoreProps) {
  return (
    <>
      {pages.isFetchNextPageError && <ErrorPanel error={pages.error} fallback={failure} />}
      {pages.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          mx="auto"
          display="block"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </>
  );
}
