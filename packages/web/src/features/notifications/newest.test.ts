import { expect, test } from "vitest";
import { type Newest, withAllRead, withArrived, withOneRead, withoutAll, withoutOne } from "./newest.ts";
import { sampleNotification } from "./sample-notification.ts";

/** Creates a list from `3 2* 1`: ids, newest first, with a star for unread ones. */
function newest(text: string, unread?: number): Newest {
  const list = text
    .split(" ")
    .map((word) => sampleNotification({ id: Number(word.replace("*", "")), read: !word.endsWith("*") }));
  return { list, unread: unread ?? list.filter(({ read }) => !read).length };
}

const textOf = ({ list, unread }: Newest) =>
  `${list.map(({ id, read }) => `${id}${read ? "" : "*"}`).join(" ")} (${unread})`;

test("a new notification is on top, unread and listed once, in any order of arrival", () => {
  const two = sampleNotification({ id: 2 });
  const known = withArrived(newest("3* 1"), two);
  expect(textOf(known)).toBe("3* 2* 1 (2)");
  expect(textOf(withArrived(known, two))).toBe("3* 2* 1 (2)");
});

test("holds at most a hundred notifications", () => {
  const hundred = newest(Array.from({ length: 100 }, (_, index) => `${100 - index}`).join(" "), 7);
  const { list, unread } = withArrived(hundred, sampleNotification({ id: 101 }));
  expect([list.length, list[0]?.id, list.at(-1)?.id, unread]).toEqual([100, 101, 2, 8]);
});

test("reading counts down once, and unread notifications beyond the list still count", () => {
  expect(textOf(withOneRead(newest("3* 2 1*", 12), 3))).toBe("3 2 1* (11)");
  expect(textOf(withOneRead(newest("3 2 1*", 12), 3))).toBe("3 2 1* (12)");
  expect(textOf(withAllRead(newest("3* 2* 1*"), 2))).toBe("3* 2 1 (1)");
});

test("deleting removes one notification, and clearing removes seen ones", () => {
  expect(textOf(withoutOne(newest("3* 2 1*"), 3))).toBe("2 1* (1)");
  expect(textOf(withoutOne(newest("3* 2 1*"), 2))).toBe("3* 1* (2)");
  expect(textOf(withoutAll(newest("3* 2* 1*"), 2))).toBe("3* (1)");
});
