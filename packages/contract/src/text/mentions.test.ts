import { expect, test } from "vitest";
import { mentionOf, mentionsIn } from "./mentions.ts";

const ada = { id: 1, name: "Ada", email: "ada@example.test" };
const lovelace = { id: 2, name: "Ada Lovelace", email: "lovelace@example.test" };
const twin = { id: 3, name: "ada", email: "twin@example.test" };

const named = (text: string, people = [ada, lovelace]) =>
  mentionsIn(text, people).map(({ start, end, ids }) => [text.slice(start, end), ...ids]);

test.for([
  ["@Ada have a look", [["@Ada", 1]], "at the start"],
  ["see @ada.", [["@ada", 1]], "in any case, before a full stop"],
  ["@Ada Lovelace, please", [["@Ada Lovelace", 2]], "the longer name is meant"],
  ["@Adam is somebody else", [], "a name that goes on is another name"],
  ["mail to me@Ada.example", [], "within a word it is an address"],
  ["(@lovelace@example.test)", [["@lovelace@example.test", 2]], "by address"],
  [
    "@Ada @Ada Lovelace",
    [
      ["@Ada", 1],
      ["@Ada Lovelace", 2],
    ],
    "several",
  ],
  ["@", [], "nobody"],
] as const)("%s: %s", ([text, expected]) => {
  expect(named(text)).toEqual(expected);
});

test("a shared name mentions all its users, and their addresses distinguish them", () => {
  expect(named("@ada", [ada, twin])).toEqual([["@ada", 1, 3]]);
  expect(mentionOf(ada, [ada, twin])).toBe("@ada@example.test");
  expect(mentionOf(ada, [ada, lovelace])).toBe("@Ada");
});
