import { z } from "zod";
import { bodyBytes, endpoint, success } from "#endpoint.ts";

/** Who can create an account: everyone, invited users, or no one. */
export const SignUpPolicy = z.enum(["open", "invitation", "off"]);

export const Settings = z.object({
  brandName: z.string(),
  /** `#rrggbb` */
  primaryColor: z.string(),
  /** URL of the logo; `null` for the default logo. */
  logo: z.string().nullable(),
  footer: z.string(),
  notifications: z.object({ email: z.boolean(), slack: z.boolean(), teams: z.boolean() }),
  signUp: SignUpPolicy,
  /** False turns off share links: none can be created, and existing ones count as ended. */
  shareLinks: z.boolean(),
  /** Number of the current version. A change sends the version that it is based on. */
  version: z.number().int().positive(),
});
export type Settings = z.infer<typeof Settings>;

export const maxLogoBytes = 200_000;

export const colorPattern = /^#[0-9a-f]{6}$/i;
export const wrongColor = "Enter the color as # and six hexadecimal digits";

export const SettingsChange = z.object({
  brandName: z.string().trim().min(1).max(60).optional(),
  primaryColor: z.string().regex(colorPattern, wrongColor).optional(),
  /** An image as a `data:` URL (PNG, JPG or WebP, at most 200 kB); `null` removes the logo. */
  logo: z
    .string()
    .max(Math.ceil((maxLogoBytes * 4) / 3) + 40, "The logo must be less than 200 kB")
    .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, "Only JPEG, PNG, and WebP images are allowed")
    .nullable()
    .optional(),
  footer: z.string().trim().max(200).optional(),
  notifications: z
    .object({ email: z.boolean().optional(), slack: z.boolean().optional(), teams: z.boolean().optional() })
    .optional(),
  signUp: SignUpPolicy.optional(),
  shareLinks: z.boolean().optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

export const readSettings = endpoint({
  method: "GET",
  path: "/api/settings",
  summary: "Read the settings of the server",
  allow: "admin",
  response: success(Settings),
});

export const updateSettings = endpoint({
  method: "PUT",
  path: "/api/settings",
  summary: "Change settings; missing fields are not changed",
  allow: "admin",
  /** With a `version`, the request fails with 409 if the settings changed since that version. */
  body: z.object({ ...SettingsChange.shape, version: z.number().int().positive().optional() }),
  bodyBytes: bodyBytes.picture,
  response: success(Settings),
});

export const readLogo = endpoint({
  method: "GET",
  path: "/api/public/logo",
  summary: "Read the logo of the server; 404 if there is none",
  allow: "public",
  /** The image file. */
  response: z.unknown(),
});
