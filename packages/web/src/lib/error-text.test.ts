import { NetworkError, refusedError } from "@plumb/client/call-error.ts";
import { expect, test } from "vitest";
import { refusalText } from "./error-text.ts";

test.for([
  [refusedError(401, '{"success":false,"error":"The password is wrong."}', null), "The password is wrong."],
  [refusedError(200, '{"success":false}', null), "Login failed"],
  [refusedError(502, "<html>Bad Gateway</html>", null), "Login failed"],
  [refusedError(500, "", null), "Login failed"],
  [new NetworkError("no answer"), "Login failed"],
] as const)("%o reads %s", ([error, words]) => {
  expect(refusalText(error, "Login failed")).toBe(words);
});
