import { expect, test } from "vitest";
import { formatPhone } from "./phone.ts";

test.for([
  ["5550109999", "(555) 010-9999", "ten digits"],
  ["555-010 9999", "(555) 010-9999", "however they were typed"],
  ["15550109999", "+1 (555) 010-9999", "eleven that begin with 1"],
  ["+1 555 010 9999", "+1 (555) 010-9999", "with a plus"],
  ["1234567890", "(123) 456-7890", "ten that begin with 1"],
  ["25550109999", "25550109999", "eleven that begin otherwise"],
  ["+44 20 7946 0000", "+44 20 7946 0000", "another country"],
  ["", "", "none"],
] as const)("%j becomes %j: %s", ([phone, expected]) => {
  expect(formatPhone(phone)).toBe(expected);
});
