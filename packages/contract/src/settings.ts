import { z } from "zod";
import { endpoint, success } from "#endpoint.ts";

/** Who may create an account: everybody, those who were invited, or nobody. */
export const SignUpPolicy = z.enum(["open", "invitation", "off"]);

export const Settings = z.object({
  brandName: z.string(),
  /** `#rrggbb` */
  primaryColor: z.string(),
  footer: z.string(),
  notifications: z.object({ email: z.boolean(), slack: z.boolean(), teams: z.boolean() }),
  signUp: SignUpPolicy,
});
export type Settings = z.infer<typeof Settings>;

export const SettingsChange = z.object({
  brandName: z.string().trim().min(1, "Brand name is required").max(60).optional(),
  primaryColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, "Write the colour as # and six hexadecimal digits")
    .optional(),
  footer: z.string().trim().max(200).optional(),
  notifications: z
    .object({ email: z.boolean().optional(), slack: z.boolean().optional(), teams: z.boolean().optional() })
    .optional(),
  signUp: SignUpPolicy.optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

export const readSettings = endpoint({
  method: "GET",
  path: "/api/settings",
  summary: "The settings of this server",
  allow: "admin",
  response: success(Settings),
});

export const updateSettings = endpoint({
  method: "PUT",
  path: "/api/settings",
  summary: "Change settings; absent ones stay as they are",
  allow: "admin",
  body: SettingsChange,
  response: success(Settings),
});
