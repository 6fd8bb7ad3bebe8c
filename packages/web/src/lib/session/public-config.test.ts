import { expect, test } from "vitest";
import { parsedBrand } from "./public-config.ts";

const ours = { name: "Plumb", color: "#6D2366", footer: "", logo: null };

test("restores the brand of the last visit", () => {
  const stored = { brandName: "Acme", primaryColor: "#0055aa", footer: "Acme Inc.", logo: "/api/public/logo?v=1" };
  expect(parsedBrand(JSON.stringify(stored))).toEqual({
    name: "Acme",
    color: "#0055aa",
    footer: "Acme Inc.",
    logo: "/api/public/logo?v=1",
  });
});

test.for([
  [null, "a first visit"],
  ["{", "broken off"],
  ["null", "nothing"],
  ["7", "another program's"],
  ['{"brandName":" ","primaryColor":"red;}","footer":7,"logo":{}}', "values that are none of ours"],
] as const)("with %j stored it shows the default brand: %s", ([stored]) => {
  expect(parsedBrand(stored)).toEqual(ours);
});
