import { refusedError } from "@plumb/client/call-error.ts";
import { expect, test } from "vitest";
import { fieldErrors } from "./field-errors.ts";

const fields = ["name", "description", "settings.retentionDays"] as const;
const refused = (error: string, status = 400) =>
  refusedError(status, JSON.stringify({ success: false, error, code: status === 400 ? "invalid" : "conflict" }), null);

test.for([
  ["name: Name is required", { name: "Name is required" }, "one field"],
  [
    "name: Too long, by far, settings.retentionDays: Too big: expected number to be <=365",
    { name: "Too long, by far", "settings.retentionDays": "Too big: expected number to be <=365" },
    "two, with commas and colons in their reasons",
  ],
  ["color: No", {}, "a field that the form does not have"],
  ["The server is full", {}, "a sentence"],
] as const)("of %s it reads %j: %s", ([message, expected]) => {
  expect(fieldErrors(refused(message), fields)).toEqual(expected);
});

test("only a refusal of what was sent is about fields", () => {
  expect(fieldErrors(refused("name: taken", 409), fields)).toEqual({});
  expect(fieldErrors(new Error("name: broken"), fields)).toEqual({});
});
