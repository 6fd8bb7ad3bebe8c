import type { FailureStory } from "@plumb/contract/failures/story.ts";
import { expect, test } from "vitest";
import { storyLine, storyParts, storyText } from "./story-parts.ts";

const run = (number: number) => ({ id: number + 1000, number, at: "2026-11-16T08:00:00.000Z" });

const nothing: FailureStory = {
  state: null,
  branch: "main",
  environment: "staging",
  began: null,
  lastPass: null,
  ended: null,
  suspect: null,
  event: null,
  otherTests: 0,
  passesOn: [],
  owners: [],
  ticket: null,
  item: null,
};

function sentence(story: Partial<FailureStory>): string {
  return storyText({ ...nothing, ...story }, { maxLength: 1000 });
}

const began = { ...run(102), orEarlier: false, onAndOff: false };
const suspect = {
  hash: "e363ea5c0ffee",
  subject: "Normalise search words",
  author: "Mira Lindqvist",
  url: "https://code.test/e363ea5",
  only: true,
};

test("the sentence names the first run, the commit, the event, other tests, where it passes, and the ticket", () => {
  expect(
    sentence({
      state: "known",
      began,
      lastPass: run(101),
      suspect,
      event: { kind: "deploy", title: "Search 5", minutesBefore: 100, url: null },
      otherTests: 1,
      passesOn: [{ branch: "main", environment: "preview", run: run(103) }],
      ticket: { key: "SHOP-2391", url: null },
    }),
  ).toBe(
    "Broke in #102 · “Normalise search words” by Mira Lindqvist · 100 minutes after deploy Search 5 · 1 other test broke with it · still passes on preview · SHOP-2391",
  );
});

test("unknown facts are omitted", () => {
  expect(sentence({})).toBe("");
  expect(sentence({ began, lastPass: run(101) })).toBe("Broke in #102");
  expect(sentence({ suspect: { ...suspect, subject: "", author: "" } })).toBe("e363ea5c0f");
});

test("one of several commits is a suspect", () => {
  expect(sentence({ suspect: { ...suspect, only: false } })).toBe(
    "suspected: “Normalise search words” by Mira Lindqvist",
  );
});

test("the beginning depends on what is known about earlier runs", () => {
  expect(sentence({ began })).toBe("Failing since #102, no earlier pass");
  expect(sentence({ began: { ...began, orEarlier: true } })).toBe("Failing since #102 or earlier");
  expect(sentence({ began: { ...began, onAndOff: true }, lastPass: run(101) })).toBe("Failing on and off since #102");
  expect(sentence({ state: "back", began, lastPass: run(101) })).toBe("Failing again since #102");
  expect(sentence({ state: "resolved", began, lastPass: run(101), ended: run(110) })).toBe("Failed from #102 to #110");
  expect(sentence({ state: "resolved", began, lastPass: run(101), ended: run(102) })).toBe("Failed in #102");
});

const scope = (branch: string, environment: string) => ({ branch, environment, run: run(103) });

test("another branch is named with its environment, and at most one location", () => {
  const passesOn = [scope("release", "staging"), scope("main", "preview"), scope("main", "qa"), scope("main", "dev")];
  expect(sentence({ passesOn })).toBe("still passes on release (staging) and 3 more");
});

test("runs, items, tickets and commits are links", () => {
  const links = storyParts(
    {
      ...nothing,
      began,
      suspect,
      item: { id: 5, title: "Look into search", assignee: "Ada" },
      ticket: { key: "SHOP-1", url: "https://tracker.test/SHOP-1" },
    },
    7,
  ).flatMap(({ content }) => content.flatMap((part) => (typeof part === "object" && "url" in part ? [part.url] : [])));
  expect(links).toEqual([
    "/reports/1102",
    "https://code.test/e363ea5",
    "/analysis?annotation=5&project=7",
    "https://tracker.test/SHOP-1",
  ]);
});

test("long titles and names are cut after a word", () => {
  const text = sentence({ suspect: { ...suspect, subject: "word ".repeat(100), author: "name ".repeat(60) } });
  expect(text.length).toBeLessThan(230);
});

const full: FailureStory = {
  ...nothing,
  began,
  lastPass: run(101),
  suspect,
  owners: ["@search"],
  ticket: { key: "SHOP-1", url: "https://tracker.test/SHOP-1" },
};

test("a line has absolute links", () => {
  const options = { projectId: 7, publicUrl: "https://plumb.test", maxLength: 1000 };
  expect(storyLine(full, options)).toEqual([
    "Broke in ",
    { text: "#102", url: "https://plumb.test/reports/1102" },
    " · ",
    { text: "“Normalise search words”", url: "https://code.test/e363ea5" },
    " by Mira Lindqvist",
    " · ",
    "Owner: @search",
    " · ",
    { text: "SHOP-1", url: "https://tracker.test/SHOP-1" },
  ]);
});

test("a line leaves out parts that do not fit or are shown elsewhere", () => {
  expect(storyText(full, { maxLength: 40 })).toBe("Broke in #102 · Owner: @search · SHOP-1");
  expect(storyText(full, { maxLength: 1000, without: ["began", "commit"] })).toBe("Owner: @search · SHOP-1");
  expect(storyText(full, { maxLength: 3 })).toBe("");
});

test("only addresses of web pages become links", () => {
  const event = { kind: "deploy", title: "Search 5", minutesBefore: 5, url: "javascript:alert(1)" } as const;
  expect(storyLine({ ...nothing, event }, { projectId: 7, publicUrl: "https://plumb.test", maxLength: 1000 })).toEqual([
    "5 minutes after deploy ",
    "Search 5",
  ]);
});
