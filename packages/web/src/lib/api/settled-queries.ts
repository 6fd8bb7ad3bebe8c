import type { QueryClient } from "@tanstack/react-query";

/**
 * Resolves once no query waits for its answer, or after `patienceMs`: a page that is drawn before its answers, which mostly
 * are there by then, is drawn twice.
 */
export function settledQueries(queryClient: QueryClient, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const look = () => {
      if (queryClient.isFetching() === 0) end();
    };
    const timer = setTimeout(end, patienceMs);
    const unsubscribe = queryClient.getQueryCache().subscribe(look);
    look();
  });
}
