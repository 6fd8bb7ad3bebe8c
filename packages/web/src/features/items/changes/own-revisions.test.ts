import { expect, test } from "vitest";
import { OwnRevisions } from "./own-revisions.ts";

test("own changes connect the displayed and the current revision", () => {
  const own = new OwnRevisions();
  own.note({ id: 7, revision: 3 }, { id: 7, revision: 4 });
  own.note({ id: 7, revision: 3 }, { id: 7, revision: 5 });

  expect([3, 4, 5].map((revision) => own.after({ id: 7, revision }))).toEqual([5, 5, 5]);
  expect(own.after({ id: 8, revision: 3 })).toBe(3);
});

test("does not skip a change by another user in between", () => {
  const own = new OwnRevisions();
  // Another user's change created revision 4, the user's own change created 5.
  own.note({ id: 7, revision: 4 }, { id: 7, revision: 5 });

  expect(own.after({ id: 7, revision: 3 })).toBe(3);
});

test("a response without a change adds no revision", () => {
  const own = new OwnRevisions();
  own.note({ id: 7, revision: 3 }, { id: 7, revision: 3 });

  expect(own.after({ id: 7, revision: 3 })).toBe(3);
});
