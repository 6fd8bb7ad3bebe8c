import { expect, test } from "vitest";
import { createSecretBox } from "#core/secret-box.ts";
import type { FastifyRequest } from "#http/fastify.ts";
import { readCookie, writeCookie } from "./flow-cookie.ts";

const secretBox = createSecretBox("a secret for tests");
const now = new Date("2026-03-04T10:00:00.000Z");
const written = (secure: boolean) => writeCookie(secretBox, "code", "c0de", { now, seconds: 60, secure });
const read = (cookie: string, secure: boolean) =>
  readCookie(secretBox, "code", { headers: { cookie } } as FastifyRequest, { now, secure });

test("with TLS, the cookie belongs to this host only", () => {
  expect(written(true)).toMatch(/^__Host-plumb_oidc=[^;]+; Path=\/; Secure; Max-Age=60; HttpOnly; SameSite=Lax$/);
  expect(read(written(true), true)).toBe("c0de");
});

test("with TLS, a cookie that another host or a page without TLS may have set is not read", () => {
  expect(read(written(false), true)).toBeNull();
});

test("without TLS, browsers would reject the prefix", () => {
  expect(written(false)).toMatch(/^plumb_oidc=[^;]+; Path=\/api\/auth\/oidc; Max-Age=60; HttpOnly; SameSite=Lax$/);
  expect(read(written(false), false)).toBe("c0de");
});
