import { expect, test } from "vitest";
import { createTestApp, seedProject } from "#testing/app.ts";

type Setting = false | number | readonly string[];

/** Signs in with wrong passwords, each from an address that the client made up, and returns the statuses. */
async function guesses(trustProxy: Setting, forwarded: (guess: number) => string): Promise<number[]> {
  await using plumb = await createTestApp({ trustProxy });
  await seedProject(plumb);
  const statuses: number[] = [];
  for (let guess = 0; guess < 60; guess += 1) {
    const response = await plumb.app.inject({
      method: "POST",
      url: "/api/auth/login",
      headers: { "x-forwarded-for": forwarded(guess) },
      payload: { username: `nobody${guess}`, password: "wrong" },
    });
    statuses.push(response.statusCode);
  }
  return statuses;
}

test.for<[string, Setting, (guess: number) => string]>([
  ["no proxy, and a made-up address", false, (guess) => `198.51.100.${guess}`],
  ["one proxy, which adds the address that it sees", 1, (guess) => `198.51.100.${guess}, 203.0.113.7`],
  ["a named proxy", ["127.0.0.0/8"], (guess) => `198.51.100.${guess}, 203.0.113.7`],
  ["two proxies", 2, (guess) => `198.51.100.${guess}, 203.0.113.7, 10.0.0.1`],
  ["a proxy that is not the one named", ["10.0.0.1"], (guess) => `198.51.100.${guess}`],
])("with %s, a client cannot choose its address", async ([, trustProxy, forwarded]) => {
  const statuses = await guesses(trustProxy, forwarded);
  // The registration of the administrator counts as well.
  expect(statuses.slice(0, 49)).not.toContain(429);
  expect(new Set(statuses.slice(50))).toEqual(new Set([429]));
});

test("behind one proxy, each caller has a separate address", async () => {
  expect(await guesses(1, (guess) => `203.0.113.${guess}`)).not.toContain(429);
});
