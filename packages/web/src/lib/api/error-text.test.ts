import { NetworkError, refusedError } from "@plumb/client/call-error.ts";
import { expect, test } from "vitest";
import { errorText, refusalText } from "./error-text.ts";

test.for([
  [refusedError(401, '{"success":false,"error":"The password is wrong."}', null), "The password is wrong."],
  [refusedError(200, '{"success":false}', null), "Login failed"],
  [refusedError(502, "<html>Bad Gateway</html>", null), "Login failed"],
  [refusedError(500, "", null), "Login failed"],
  [new NetworkError("no answer"), "Login failed"],
] as const)("%o becomes %s", ([error, text]) => {
  expect(refusalText(error, "Login failed")).toBe(text);
});

test.for([
  "Failed to fetch dynamically imported module: https://plumb.test/assets/metrics-panel-x.js",
  "error loading dynamically imported module: https://plumb.test/assets/metrics-panel-x.js",
  "Importing a module script failed.",
  "Unable to preload CSS for /assets/card-table-x.css",
])("code that failed to load is not a bug of the page: %s", (message) => {
  expect(errorText(new TypeError(message), "broke")).toMatch(/^The server cannot be reached, or it was updated/);
});

test("any other error is a bug of the page", () => {
  expect(errorText(new TypeError("x is undefined"), "broke")).toBe("broke");
});
