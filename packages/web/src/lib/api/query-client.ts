import { isTransient } from "@plumb/client/retry.ts";
import { onlineManager, QueryClient } from "@tanstack/react-query";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What the server refused for good is shown at once; a restart or a lost network heals by itself.
      retry: (failures, error) => failures < 2 && isTransient(error),
      // Nor is it asked again by the next part of the page that wants it.
      retryOnMount: ({ state }) => state.error === null || isTransient(state.error),
    },
    // Who presses a button while offline hears that it failed; it would wait without a word, and be done when nobody thinks of it any more.
    mutations: { networkMode: "always" },
  },
});

// From the beginning: it hears of the network only while somebody listens, and one that goes while the first page is drawn would
// not be noticed.
onlineManager.subscribe(() => undefined);
