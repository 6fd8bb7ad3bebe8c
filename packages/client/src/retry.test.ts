import { expect, test } from "vitest";
import { NetworkError, refusedError } from "./call-error.ts";
import { defaultBackoff, delayMs, isTransient, retry } from "./retry.ts";

test.for([
  [1, 0, null, 250, "half of the base at least"],
  [1, 0.999999, null, 500, "all of the base at most"],
  [3, 0.999999, null, 2000, "doubles from attempt to attempt"],
  [30, 0.999999, null, 30_000, "never above the cap"],
  [1, 0, 7000, 7000, "never earlier than the server asked"],
  [1, 0.999999, 7000, 7250, "spread behind what the server asked"],
] as const)(
  "after attempt %i with chance %d and Retry-After %s it waits %i ms: %s",
  ([attempt, random, after, expected]) => {
    expect(delayMs(defaultBackoff, attempt, random, after)).toBe(expected);
  },
);

test.for([
  [503, true],
  [502, true],
  [500, true],
  [429, true],
  [401, false],
  [403, false],
  [413, false],
  [422, false],
] as const)("status %i is retried: %s", ([status, expected]) => {
  expect(isTransient(refusedError(status, "", null))).toBe(expected);
});

function conflict(code: string) {
  return refusedError(409, JSON.stringify({ success: false, error: "x", code }), null);
}

function unreachable(code: string): NetworkError {
  const cause = new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
  return new NetworkError("cannot be reached", { cause });
}

async function attemptsAt(code: string): Promise<number> {
  let attempts = 0;
  const setup = { ...defaultBackoff, sleep: () => Promise.resolve(), random: () => 0 };
  const task = () => {
    attempts += 1;
    return Promise.reject(unreachable(code));
  };
  await expect(retry(setup, task)).rejects.toThrow("cannot be reached");
  return attempts;
}

test("an unknown host is tried three times, an unreachable server up to the maximum", async () => {
  expect(await Promise.all(["ENOTFOUND", "ECONNREFUSED", "EAI_AGAIN"].map(attemptsAt))).toEqual([3, 5, 5]);
});

test("retries an upload that is running elsewhere, but no other conflict", () => {
  expect(isTransient(conflict("upload_in_progress"))).toBe(true);
  expect(isTransient(conflict("conflict"))).toBe(false);
});

const busy = (seconds: string) => async () => {
  throw refusedError(503, JSON.stringify({ success: false, error: "busy: 503" }), seconds);
};

test("a short Retry-After does not shorten the delays, and no delay lasts an hour", async () => {
  const waits: number[] = [];
  await expect(retry({ ...quiet(waits), attempts: 4 }, busy("0"))).rejects.toThrow("503");
  expect(waits).toEqual([250, 500, 1000]);
  await expect(retry(quiet(waits), busy("3600"))).rejects.toThrow("503");
  expect(waits).toHaveLength(3);
});

function quiet(waits: number[]) {
  return { ...defaultBackoff, random: () => 0, sleep: async (ms: number) => void waits.push(ms) };
}

test("repeats until the task succeeds", async () => {
  const waits: number[] = [];
  const response = await retry(quiet(waits), async (attempt) => {
    if (attempt < 3) throw new NetworkError("down");
    return attempt;
  });
  expect(response).toBe(3);
  expect(waits).toEqual([250, 500]);
});

async function alwaysDown(attempt: number): Promise<never> {
  throw new NetworkError(`down ${attempt}`);
}

async function alwaysForbidden(): Promise<never> {
  throw refusedError(403, "", null);
}

test("gives up with the last error after all attempts", async () => {
  const waits: number[] = [];
  await expect(retry(quiet(waits), alwaysDown)).rejects.toThrow("down 5");
  expect(waits).toHaveLength(4);
});

test("does not retry permanent errors", async () => {
  const waits: number[] = [];
  await expect(retry(quiet(waits), alwaysForbidden)).rejects.toThrow("403");
  expect(waits).toEqual([]);
});

test("honours Retry-After given in seconds or as a date", () => {
  const now = Date.UTC(2030, 0, 1);
  expect(refusedError(429, "", "3", now).retryAfterMs).toBe(3000);
  expect(refusedError(429, "", new Date(now + 5000).toUTCString(), now).retryAfterMs).toBe(5000);
  expect(refusedError(429, "", "soon", now).retryAfterMs).toBeNull();
});
