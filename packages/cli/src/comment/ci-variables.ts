import type { Variables } from "@plumb/reporter-core/ci-environment.ts";
import { UsageError } from "#core/usage-error.ts";

/** @throws UsageError that names the variables and never their values. */
export function tokenOf(env: Variables, names: readonly string[], advice: string): string {
  const all = ["PLUMB_COMMENT_TOKEN", ...names];
  const token = all.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== "");
  if (token === undefined) throw new UsageError(`No token: set ${all.join(" or ")}. ${advice}`);
  // Other characters are invalid in a header, and Node's error message would print the token.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("The token contains invalid characters. Was it copied whole?");
  return token;
}

export function required(env: Variables, name: string): string {
  const value = env[name]?.trim();
  if (value === undefined || value === "") throw new UsageError(`The variable ${name} of the CI system is missing.`);
  return value;
}
