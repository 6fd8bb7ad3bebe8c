import type { FailureStory } from "@plumb/contract/failures/story.ts";

/** A run of the samples, one day after the previous one. */
const run = (number: number) => ({ id: number, number, at: new Date(Date.UTC(2030, 0, number - 100)).toISOString() });

export const sampleStory: FailureStory = {
  state: "known",
  branch: "main",
  environment: "staging",
  began: { ...run(102), orEarlier: false, onAndOff: false },
  lastPass: run(101),
  ended: null,
  suspect: {
    hash: "e363ea5".padEnd(40, "0"),
    subject: "Normalise search words",
    author: "Mira Lindqvist",
    url: "https://git.example.test/ada/shop/commit/e363ea5",
    only: true,
  },
  event: { kind: "deploy", title: "Search 5", minutesBefore: 100, url: "https://deploy.example.test/5" },
  otherTests: 1,
  passesOn: [{ branch: "main", environment: "preview", run: run(103) }],
  owners: ["Catalogue team"],
  ticket: { key: "SHOP-2391", url: "https://tracker.example.test/SHOP-2391" },
  item: { id: 5, title: "Look into the search", assignee: "Ada Okafor" },
};

export const emptyStory: FailureStory = {
  state: null,
  branch: null,
  environment: "default",
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
