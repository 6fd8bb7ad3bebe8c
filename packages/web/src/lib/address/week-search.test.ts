import { expect, test } from "vitest";
import { weekSearch } from "./week-search.ts";

test("keeps valid parameters of a week", () => {
  const output = { week: "2026-W47", suite: ["web", "api"], owner: ["@shop/cart"] };
  expect(weekSearch(output)).toEqual(output);
  expect(weekSearch({ week: "2026-w07", suite: "web", owner: 404 })).toEqual({
    week: "2026-W07",
    suite: ["web"],
    owner: ["404"],
  });
});

test.for([{}, { week: "2026-W00" }, { week: "2026-W54" }, { week: "2026" }, { week: ["2026-W01"] }, { suite: "" }])(
  "%j is dropped",
  (raw) => {
    expect(weekSearch(raw)).toEqual({});
  },
);
