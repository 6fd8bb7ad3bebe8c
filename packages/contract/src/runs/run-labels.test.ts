import { expect, test } from "vitest";
import {
  factsByKey,
  joinLabels,
  labelFilter,
  mergeLabels,
  parseFacts,
  parseTags,
  splitLabels,
  usableFacts,
  usableTags,
  withoutEmptyFacts,
} from "./run-labels.ts";

test.each<[string, readonly string[], unknown]>([
  ["spaces are trimmed", ["  nightly "], ["nightly"]],
  ["the first spelling of a tag is kept", ["Nightly", "nightly", "NIGHTLY", "smoke"], ["Nightly", "smoke"]],
  ["unicode and markup are text", ["naïve", "nai\u0308ve", "<b>bold</b>", "夜間"], ["naïve", "<b>bold</b>", "夜間"]],
  ["a tag may contain =", ["a=b"], ["a=b"]],
  ["a blank tag", ["nightly", " "], "A tag must not be empty"],
  ["a long tag", ["x".repeat(201)], "A tag must be at most 200 characters long"],
  ["a line break", ["a\nb"], 'The tag "a b" contains a line break or another control character'],
  ["an escape sequence", ["\u001b[31mred"], 'The tag " [31mred" contains a line break or another control character'],
  ["a change of direction", ["a\u202Eb"], 'The tag "a b" contains a line break or another control character'],
  [
    "too many tags",
    Array.from({ length: 10_000 }, (_, index) => `t${index}`),
    "An upload can have at most 50 tags, not 10,000",
  ],
  ["the same tag 10,000 times is one", Array.from({ length: 10_000 }, () => "nightly"), ["nightly"]],
])("tags: %s", (_, texts, expected) => {
  expect(parseTags(texts)).toEqual(expected);
});

test.each<[string, readonly string[], unknown]>([
  ["key and value are trimmed, the key in lower case", [" Browser = Chrome 143 "], ["browser=Chrome 143"]],
  ["a value may contain =", ["args=--a=b=c"], ["args=--a=b=c"]],
  ["two values of one key are both kept", ["os=linux", "os=macos", "OS=linux"], ["os=linux", "os=macos"]],
  ["unicode in a value", ["city=Zürich"], ["city=Zürich"]],
  ["markup is text", ["note=<img src=x onerror=alert(1)>"], ["note=<img src=x onerror=alert(1)>"]],
  ["no =", ["chrome"], 'Write a fact as key=value, such as browser=chrome-143, not "chrome"'],
  ["no key", ["=chrome"], 'The fact "=chrome" has no key before its ='],
  ["no value", ["browser= "], 'The fact "browser= " has no value after its ='],
  [
    "a key with spaces",
    ["my key=1"],
    'The key "my key" must begin with a letter (a to z) and contain only letters, digits and . _ / -',
  ],
  [
    "a key in another alphabet",
    ["браузер=chrome"],
    'The key "браузер" must begin with a letter (a to z) and contain only letters, digits and . _ / -',
  ],
  ["a long key", [`${"k".repeat(61)}=1`], "The key of a fact must be at most 60 characters long"],
  ["a long value", [`k=${"v".repeat(201)}`], "The value of k must be at most 200 characters long"],
  ["a line break", ["k=a\nb"], "The value of k contains a line break or another control character"],
  [
    "too many facts",
    Array.from({ length: 51 }, (_, index) => `k${index}=1`),
    "An upload can have at most 50 facts, not 51",
  ],
])("facts: %s", (_, texts, expected) => {
  expect(parseFacts(texts)).toEqual(expected);
});

test("senders that must not be rejected keep the labels that can be stored", () => {
  expect(usableTags([" nightly ", "", "a\nb", "x".repeat(300), "NIGHTLY"])).toEqual([
    "nightly",
    "a b",
    "x".repeat(200),
  ]);
  expect(usableFacts(["browser=chrome", "nonsense", "=1", "a b=1", "k=a\nb", " OS = linux"])).toEqual([
    "browser=chrome",
    "os=linux",
  ]);
  expect(usableTags(Array.from({ length: 100 }, (_, index) => `t${index}`))).toHaveLength(50);
});

test("variables are split at line breaks, or at commas if they are one line", () => {
  expect(splitLabels("a, b,,c,")).toEqual(["a", " b", "c"]);
  expect(splitLabels("a,b\n")).toEqual(["a", "b\n"]);
  expect(splitLabels("a,b\r\n\r\nc\r\n")).toEqual(["a,b", "c"]);
  expect(splitLabels(joinLabels(["a,b"]))).toEqual(["a,b"]);
  expect(splitLabels(undefined)).toEqual([]);
});

test("facts of unset variables are ignored, but not facts without a key", () => {
  expect(withoutEmptyFacts(["browser=", "os= ", "=", "chrome", "a=b=", "os=linux"])).toEqual([
    "=",
    "chrome",
    "a=b=",
    "os=linux",
  ]);
});

test("labels of another upload are added, up to the limit of a run", () => {
  expect(mergeLabels({ tags: ["A"], facts: ["os=linux"] }, { tags: ["a", "b"], facts: ["os=macos"] })).toEqual({
    tags: ["A", "b"],
    facts: ["os=linux", "os=macos"],
    left: 0,
  });
  const many = Array.from({ length: 250 }, (_, index) => `t${index}`);
  const merged = mergeLabels({ tags: many.slice(0, 200), facts: [] }, { tags: many.slice(150), facts: [] });
  expect([merged.tags.length, merged.left]).toEqual([200, 50]);
  expect(factsByKey(["os=linux", "browser=chrome", "os=macos"])).toEqual([
    ["browser", ["chrome"]],
    ["os", ["linux", "macos"]],
  ]);
});

test("a filter needs one of the tags, and one value of each key", () => {
  expect(labelFilter({})).toBeNull();
  expect(labelFilter({ tag: [], fact: [] })).toBeNull();
  const matches = labelFilter({ tag: ["nightly", "smoke"], fact: ["os=linux", "os=macos", "browser=chrome"] });
  expect(matches?.({ tags: ["smoke"], facts: ["os=macos", "browser=chrome"] })).toBe(true);
  expect(matches?.({ tags: ["smoke"], facts: ["os=macos"] })).toBe(false);
  expect(matches?.({ tags: [], facts: ["os=macos", "browser=chrome"] })).toBe(false);
});
