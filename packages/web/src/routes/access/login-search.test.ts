import { expect, test } from "vitest";
import { loginSearch } from "./login-search.ts";

test.for([
  ["/reports/7?status=failed&result=3", "/reports/7?status=failed&result=3", "a deep link survives"],
  ["//evil.example", undefined, "another host"],
  ["/\\evil.example", undefined, "another host, as browsers read it"],
  ["/\t/evil.example", undefined, "another host behind a tab that browsers drop"],
  ["/..//evil.example", undefined, "a path that reads as a host once it is made short"],
  ["https://evil.example", undefined, "another origin"],
  ["javascript:alert(1)", undefined, "a script"],
  ["/login?redirect=/x", undefined, "the sign-in itself"],
  [42, undefined, "not a text"],
] as const)("after signing in, %j leads to %s: %s", ([redirect, expected]) => {
  expect(loginSearch({ redirect }).redirect).toBe(expected);
});

test.for([
  [{ oidc: "a-code" }, { oidc: "a-code" }, "the code of a sign-in with the provider"],
  [{ oidc: 42 }, {}, "no text"],
  [{ oidcError: "denied", redirect: "/x" }, { oidcError: "denied", redirect: "/x" }, "a reason there is"],
  [{ oidcError: "<b>Call 0900</b>" }, {}, "a reason there is not"],
] as const)("from %j the sign-in page keeps %j: %s", ([raw, expected]) => {
  expect(loginSearch(raw)).toEqual(expected);
});
