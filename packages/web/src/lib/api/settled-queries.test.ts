import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { settledQueries } from "./settled-queries.ts";

const forever = 60_000;

test("the page waits for all pending responses, with any result", async () => {
  const client = new QueryClient();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<string>();
  void client.prefetchQuery({ queryKey: ["slow"], queryFn: () => arrived });
  void client.prefetchQuery({ queryKey: ["refused"], queryFn: () => Promise.reject(new Error("no")), retry: false });
  let settled = false;
  const waiting = settledQueries(client, forever).then(() => {
    settled = true;
  });
  await Promise.resolve();
  expect(settled).toBe(false);
  arrive("there");
  await waiting;
  expect(client.getQueryData(["slow"])).toBe("there");
});

test("it does not wait without requests, and not forever", async () => {
  const client = new QueryClient();
  await settledQueries(client, forever);
  void client.prefetchQuery({ queryKey: ["never"], queryFn: () => new Promise(() => undefined) });
  await settledQueries(client, 1);
  expect(client.isFetching()).toBe(1);
});
