import { NetworkError, refusedError } from "@plumb/client/call-error.ts";
import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { queryClient } from "./query-client.ts";

async function asksOf(name: string, error: Error): Promise<number> {
  let asks = 0;
  const options = {
    queryKey: [name],
    retry: false,
    queryFn: () => {
      asks += 1;
      return Promise.reject(error);
    },
  };
  await queryClient.prefetchQuery(options);
  const observer = new QueryObserver(queryClient, queryClient.defaultQueryOptions(options));
  const stop = observer.subscribe(() => undefined);
  await new Promise(setImmediate);
  stop();
  return asks;
}

test.for([400, 403, 404, 410])("a rejection with %i is not retried", async (status) => {
  expect(await asksOf(`refused ${status}`, refusedError(status, "", null))).toBe(1);
});

test("a temporary failure is retried", async () => {
  expect(await asksOf("away", refusedError(503, "", null))).toBe(2);
  expect(await asksOf("unreachable", new NetworkError("no answer"))).toBe(2);
});

test("components are notified of an error that they have not read yet", async () => {
  const options = { queryKey: ["unread error"], retry: false, queryFn: () => Promise.reject(new Error("down")) };
  const observer = new QueryObserver(queryClient, queryClient.defaultQueryOptions(options));
  // As a component that reads only the data.
  expect(observer.trackResult(observer.getCurrentResult()).data).toBeUndefined();
  const received: boolean[] = [];
  const stop = observer.subscribe(({ isError }) => received.push(isError));
  await vi.waitFor(() => expect(received).toContain(true));
  stop();
});
