import { z } from "zod";
import { bodyBytes, endpoint, Id, Moment, success } from "#endpoint.ts";

/** Longest values, in UTF-16 code units as a text field counts them. */
export const profileLimits = {
  display_name: 100,
  name: 100,
  phone: 40,
  bio: 500,
  website: 200,
  location: 100,
} as const;

export const Profile = z.object({
  id: Id,
  username: z.string(),
  /** Read-only. */
  email: z.string(),
  display_name: z.string(),
  name: z.string(),
  phone: z.string(),
  bio: z.string(),
  website: z.string(),
  location: z.string(),
  /** An IANA name. */
  timezone: z.string(),
  avatarUrl: z.string().nullable(),
});
export type Profile = z.infer<typeof Profile>;

const text = z.string().trim().max(10_000).optional();

/** Fields that are absent stay as they are; an empty text clears. `profileErrors` says what else is wrong. */
export const ProfileChange = z.object({
  display_name: text,
  name: text,
  phone: text,
  bio: text,
  website: text,
  location: text,
  timezone: text,
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** What is wrong with a profile, in the words that the form shows and the server answers; empty if nothing is. */
export function profileErrors(change: ProfileChange): string[] {
  return Object.values(profileFieldErrors(change));
}

/** The same by field, in the order of the form. */
export function profileFieldErrors(change: ProfileChange): Partial<Record<keyof ProfileChange, string>> {
  const errors: Partial<Record<keyof ProfileChange, string>> = {};
  const tooLong = (field: keyof typeof profileLimits) => (change[field] ?? "").length > profileLimits[field];
  if (tooLong("display_name")) errors.display_name = "Display name must be less than 100 characters";
  if (tooLong("name")) errors.name = "Name must be less than 100 characters";
  if (!/^[\d\s\-+()]*$/.test(change.phone ?? "") || tooLong("phone")) errors.phone = "Invalid phone number format";
  if (tooLong("bio")) errors.bio = "Bio must be less than 500 characters";
  if (tooLong("website")) errors.website = "Website must be less than 200 characters";
  else if ((change.website ?? "") !== "" && !isWebAddress(change.website ?? ""))
    errors.website = "Please enter a valid website URL";
  if (tooLong("location")) errors.location = "Location must be less than 100 characters";
  if (change.timezone !== undefined && !isTimeZone(change.timezone)) errors.timezone = "Unknown time zone";
  return errors;
}

/** Only what is safe as the target of a link. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** An IANA name that this program knows. */
export function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const password = z.string().max(1024).default("");

export const NewPassword = z.object({ newPassword: password, confirmPassword: password });
export type NewPassword = z.infer<typeof NewPassword>;

export const PasswordChange = z.object({ currentPassword: password, ...NewPassword.shape });
export type PasswordChange = z.infer<typeof PasswordChange>;

/** What is wrong with a password form, in the words that the form shows and the server answers. */
export function passwordErrors({ currentPassword, ...chosen }: PasswordChange): string[] {
  const errors = newPasswordErrors(chosen);
  if (currentPassword === "") errors.unshift("Current password is required");
  if (chosen.newPassword !== "" && chosen.newPassword === currentPassword)
    errors.push("New password must be different from current password");
  return errors;
}

/** The same for a password that is chosen without knowing the current one. */
export function newPasswordErrors({ newPassword, confirmPassword }: NewPassword): string[] {
  const errors: string[] = [];
  if (newPassword === "") errors.push("New password is required");
  if (confirmPassword === "") errors.push("Password confirmation is required");
  if (newPassword !== "" && newPassword.length < 6) errors.push("New password must be at least 6 characters long");
  if (newPassword !== "" && confirmPassword !== "" && newPassword !== confirmPassword)
    errors.push("New passwords do not match");
  return errors;
}

/** A sign-in that is still valid. */
export const Session = z.object({
  id: Id,
  userAgent: z.string().nullable(),
  createdAt: Moment,
  /** To the minute. */
  lastUsedAt: Moment,
  expiresAt: Moment,
  /** The one that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const readProfile = endpoint({
  method: "GET",
  path: "/api/profile",
  summary: "The caller's profile",
  allow: "user",
  response: success(z.object({ profile: Profile })),
});

export const updateProfile = endpoint({
  method: "PUT",
  path: "/api/profile",
  summary: "Change the caller's profile; absent fields stay as they are",
  allow: "user",
  body: ProfileChange,
  bodyBytes: bodyBytes.large,
  response: success(z.object({ profile: Profile })),
});

export const changePassword = endpoint({
  method: "PUT",
  path: "/api/profile/password",
  summary: "Change the caller's password; every other session of the account ends",
  allow: "user",
  body: PasswordChange,
  response: success(z.null()),
});

export const listSessions = endpoint({
  method: "GET",
  path: "/api/profile/sessions",
  summary: "Where the caller is signed in, last used first",
  allow: "user",
  response: success(z.array(Session)),
});

export const revokeOtherSessions = endpoint({
  method: "DELETE",
  path: "/api/profile/sessions",
  summary: "End every session of the caller but the one that asks",
  allow: "user",
  response: success(z.null()),
});

export const revokeSession = endpoint({
  method: "DELETE",
  path: "/api/profile/sessions/:sessionId",
  summary: "End one of the caller's own sessions",
  allow: "user",
  params: z.object({ sessionId: Id }),
  response: success(z.null()),
});
