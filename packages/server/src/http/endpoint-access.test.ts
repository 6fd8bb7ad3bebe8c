import { globSync } from "node:fs";
import { AuditAction } from "@plumb/contract/administration/audit.ts";
import { isEndpoint } from "@plumb/contract/endpoint.ts";
import { endpoints } from "@plumb/contract/endpoints.ts";
import { expect, test } from "vitest";
import { endpointAccess, nameOf } from "#testing/endpoint-calls.ts";

/** Audit events without an endpoint: failures, rejections, and actions of the server. */
const actionsWithoutEndpoint: readonly AuditAction[] = [
  "user.sign_in_failed",
  "user.locked_out",
  "password.change_failed",
  "call.refused",
  "identity.linked",
  "password_reset.requested",
  "reports.expired",
  // The command line does this.
  "project.imported",
  // Agents do this through `/mcp`.
  "item.created",
  "item.changed",
  "item.commented",
  // Downloading a file changes nothing, but data leaves Plumb.
  "export.downloaded",
];

const names = endpoints.map((endpoint) => nameOf({ endpoint })).toSorted();

test("the list contains every endpoint that a module of the contract exports", async () => {
  const contract = new URL("../../../contract/src/", import.meta.url);
  const paths = globSync("**/*.ts", { cwd: contract }).filter((path) => !path.endsWith(".test.ts"));
  const modules = await Promise.all(paths.map((path) => import(new URL(path, contract).href) as Promise<object>));
  const declared = modules.flatMap((module) => Object.values(module).filter(isEndpoint));
  expect(declared.map((endpoint) => nameOf({ endpoint })).toSorted()).toEqual(names);
});

test("every endpoint has one row beside its route", () => {
  expect(endpointAccess.map(nameOf).toSorted()).toEqual(names);
});

test("every changing endpoint has an audit event or a reason for none", () => {
  const writing = endpointAccess.filter(({ endpoint }) => endpoint.method !== "GET");
  expect(endpointAccess.filter(({ audit }) => audit !== undefined).map(nameOf)).toEqual(writing.map(nameOf));
});

test("every audit event is recorded by an endpoint, or listed as recorded elsewhere", () => {
  const ofEndpoints = endpointAccess.flatMap(({ audit }) => (typeof audit === "object" ? audit : []));
  expect([...new Set([...ofEndpoints, ...actionsWithoutEndpoint])].toSorted()).toEqual(AuditAction.options.toSorted());
});
