import { dayMs } from "@plumb/contract/durations.ts";
import type { Context } from "#core/context.ts";

/** Links in old emails stay valid. */
const validMs = 365 * dayMs;
const prefix = "leave-channel:";

/** Path of the page on which recipients without an account unsubscribe. */
export const leavePath = "/api/unsubscribe-channel/:token";

/** Returns the address of the page on which recipients of a project's mail connections unsubscribe. */
export function leaveUrl(
  { signer, publicUrl, clock }: Pick<Context, "clock" | "publicUrl" | "signer">,
  projectId: number,
): string {
  const token = signer.sign(`${prefix}${projectId}`, new Date(clock().getTime() + validMs));
  return `${publicUrl()}${leavePath.replace(":token", token)}`;
}

/** Returns the project of a link; `null` if it is forged or has expired. */
export function projectOfLeaveToken(
  { signer, clock }: Pick<Context, "clock" | "signer">,
  token: string,
): number | null {
  const claim = signer.verify(token, clock());
  return claim?.startsWith(prefix) === true ? Number(claim.slice(prefix.length)) : null;
}
