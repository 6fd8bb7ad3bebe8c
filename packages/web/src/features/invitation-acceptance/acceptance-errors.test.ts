import { expect, test } from "vitest";
import { acceptanceErrors } from "./acceptance-errors.ts";

const short = "Password must be at least 6 characters long";

test.for([
  [{ name: "Jo", password: "sixsix", confirmation: "sixsix" }, {}, "six characters are enough"],
  [{ name: "Jo", password: "fives", confirmation: "fives" }, { password: short }, "five are not"],
  [{ name: "Jo", password: "sixsix", confirmation: "Sixsix" }, { confirmation: "Passwords do not match" }, "a typo"],
  [{ name: " ", password: "sixsix", confirmation: "sixsix" }, { name: "Full name is required" }, "a blank name"],
  [
    { name: "Jo", password: "", confirmation: "x" },
    { password: short, confirmation: "Passwords do not match" },
    "all at once, each at its field",
  ],
] as const)("%j has the errors %j: %s", ([fields, expected]) => {
  expect(acceptanceErrors(fields)).toEqual(expected);
});
