import { z } from "zod";
import { endpoint, success } from "#endpoint.ts";

export const PublicConfig = z.object({
  brandName: z.string(),
  primaryColor: z.string(),
  /** Where the logo is served; null for the product's own mark. */
  logo: z.string().nullable(),
  footer: z.string(),
  /** `first-admin`: no account exists yet, the next one becomes the administrator. */
  signUp: z.enum(["first-admin", "open", "invitation", "off"]),
  /** A forgotten password can be reset by mail. */
  passwordReset: z.boolean(),
  /** The OpenID Connect provider for sign-in, by the name on its button; null without one. */
  oidc: z.object({ name: z.string() }).nullable(),
  /** Only in demo mode. */
  demo: z.object({ email: z.string(), password: z.string() }).nullable(),
  version: z.string(),
  /** Address of the server for people and CI jobs, without a trailing slash; `null` uses the current address. */
  publicUrl: z.string().nullable(),
  /** Largest file that an upload may hold, in bytes. */
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
