import { z } from "zod";
import { endpoint, success } from "#endpoint.ts";

export const PublicConfig = z.object({
  brandName: z.string(),
  primaryColor: z.string(),
  /** URL of the logo; `null` for the default logo. */
  logo: z.string().nullable(),
  footer: z.string(),
  /** `first-admin`: no account exists yet, so the next one becomes the administrator. */
  signUp: z.enum(["first-admin", "open", "invitation", "off"]),
  /** True if users can reset a forgotten password by email. */
  passwordReset: z.boolean(),
  /** True if users can create share links. */
  shareLinks: z.boolean(),
  /** OpenID Connect provider with the name for its sign-in button; `null` if none is configured. */
  oidc: z.object({ name: z.string() }).nullable(),
  /** Credentials of the demo account, and the page that shows what the demo sent; `null` outside demo mode. */
  demo: z.object({ email: z.string(), password: z.string(), servicesUrl: z.string().nullable() }).nullable(),
  version: z.string(),
  /** Address of the server for people and CI jobs, without a trailing slash; with `null`, clients use the current address. */
  publicUrl: z.string().nullable(),
  /** Maximum size of a file in an upload, in bytes. */
  maxUploadBytes: z.number().int().positive(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const publicConfig = endpoint({
  method: "GET",
  path: "/api/public/config",
  summary: "Read the settings that the sign-in page needs",
  allow: "public",
  response: success(PublicConfig),
});
