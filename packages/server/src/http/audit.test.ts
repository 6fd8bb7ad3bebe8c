import { AuditAction } from "@plumb/contract/administration/audit.ts";
import { endpoints } from "@plumb/contract/endpoints.ts";
import { expect, test } from "vitest";
import { actionsWithoutEndpoint, auditTable } from "./audit.expected.ts";

test("every changing endpoint has an audit event or a reason for none", () => {
  const writing = endpoints.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(auditTable).toSorted()).toEqual(writing.toSorted());
});

test("every audit event is recorded by an endpoint of the table, or listed as recorded elsewhere", () => {
  const ofEndpoints = Object.values(auditTable)
    .filter((actions) => typeof actions !== "string")
    .flat();
  expect([...new Set([...ofEndpoints, ...actionsWithoutEndpoint])].toSorted()).toEqual(AuditAction.options.toSorted());
});
