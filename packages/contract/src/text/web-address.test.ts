import { expect, test } from "vitest";
import { SendCommits } from "#runs/commits.ts";
import { withoutCredentials } from "./web-address.ts";

test.for([
  ["https://ada:ghp_secret@github.com/octo/shop", "https://github.com/octo/shop"],
  ["https://ghp_secret@github.com/octo/shop.git?a=1", "https://github.com/octo/shop.git?a=1"],
  ["https://github.com/octo/shop", "https://github.com/octo/shop"],
  ["HTTPS://GitHub.com/Octo", "HTTPS://GitHub.com/Octo"],
] as const)("%s is stored as %s", ([input, stored]) => {
  expect(withoutCredentials(input)).toBe(stored);
  expect(SendCommits.parse({ repository: input }).repository).toBe(stored);
});
