import { expect, test } from "vitest";
import { hasSettings, mayIn, mayInAny } from "./permissions.ts";

const admin = { role: "ADMIN" } as const;
const user = { role: "USER" } as const;

test.for([
  ["VIEWER", true, false, false],
  ["USER", true, true, false],
  ["LEAD", true, true, true],
] as const)("a %s can read: %j, upload: %j, manage: %j", ([role, read, upload, manage]) => {
  const may = (permission: Parameters<typeof mayIn>[2]) => mayIn({ role }, user, permission);
  expect([may("project:read"), may("ingest"), may("project:manage")]).toEqual([read, upload, manage]);
});

test("an administrator can do everything, also without a membership", () => {
  expect(mayIn({ role: null }, admin, "project:manage")).toBe(true);
  expect(mayIn({ role: null }, user, "project:read")).toBe(false);
});

test("offers nothing until user and project are known", () => {
  expect(mayIn(undefined, admin, "ingest")).toBe(false);
  expect(mayIn({ role: "LEAD" }, undefined, "ingest")).toBe(false);
});

test("settings are for administrators and members of projects", () => {
  expect([hasSettings([], admin), hasSettings([], user), hasSettings(undefined, user)]).toEqual([true, false, false]);
  expect(hasSettings([{ role: "VIEWER" }], user)).toBe(true);
});

test("a permission in any project counts", () => {
  const projects = [{ role: "USER" }, { role: "LEAD" }] as const;
  expect(mayInAny(projects, user, "project:manage")).toBe(true);
  expect(mayInAny(projects.slice(0, 1), user, "project:manage")).toBe(false);
});
