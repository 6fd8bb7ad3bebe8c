import { NetworkError, refusedError } from "@plumb/client/call-error.ts";
import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { queryClient } from "#lib/api/query-client.ts";

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
