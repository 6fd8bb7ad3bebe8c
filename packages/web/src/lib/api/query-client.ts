import { isTransient } from "@plumb/client/retry.ts";
import { onlineManager, QueryClient } from "@tanstack/react-query";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Permanent rejections are shown immediately; restarts and network failures are retried.
      retry: (failures, error) => failures < 2 && isTransient(error),
      // Does not retry when another component uses the same query.
      retryOnMount: ({ state }) => state.error === null || isTransient(state.error),
      // By default, a component is notified only of the properties that it has read. A part that is rendered later would read an outdated error.
      notifyOnChangeProps: "all",
    },
    // Offline actions fail immediately instead of running unexpectedly later.
    mutations: { networkMode: "always" },
  },
});

// Subscribed from the start: without a listener, a connection loss during the first render would be missed.
onlineManager.subscribe(() => undefined);
