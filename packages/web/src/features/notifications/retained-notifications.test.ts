import { expect, test } from "vitest";
import { parsedNotifications } from "./retained-notifications.ts";
import { sampleNotification } from "./sample-notification.ts";

test.for([null, "", "null", "{}", '"text"', "[1, null, {}]", "[{", '[{"id":1,"title":"half"}]'])(
  "%j contains no notifications",
  (stored) => {
    expect(parsedNotifications(stored)).toEqual([]);
  },
);

test("stored notifications are restored, and broken ones dropped", () => {
  const good = sampleNotification();
  const broken = { ...good, timestamp: "yesterday" };
  expect(parsedNotifications(JSON.stringify([good, broken]))).toEqual([good]);
});

test("restores at most a hundred notifications", () => {
  expect(parsedNotifications(JSON.stringify(Array(150).fill(sampleNotification())))).toHaveLength(100);
});
