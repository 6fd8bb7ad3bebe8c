import { z } from "zod";
import { bodyBytes, endpoint, Id, Timestamp, success } from "#endpoint.ts";
import type { FieldErrors } from "#field-errors.ts";
import { MailChoices, MailState } from "./mail-choices.ts";

/** Maximum lengths in UTF-16 code units, like the `maxlength` of a text field. */
export const profileLimits = {
  display_name: 100,
  name: 100,
  phone: 40,
  bio: 500,
  website: 200,
  location: 100,
  /** Maximum length of each owner name. */
  ownerName: 100,
  ownerNames: 20,
} as const;

/** Branches whose failing tests notify their owners: all branches, main branches, or none. */
export const OwnerNotices = z.enum(["all", "main", "none"]);
export type OwnerNotices = z.infer<typeof OwnerNotices>;

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
  /** IANA name. */
  timezone: z.string(),
  avatarUrl: z.string().nullable(),
  ownerNotices: OwnerNotices,
  /** Owners of tests that this user represents, such as `@shop/payments`, in addition to their own user name and email address. */
  ownerNames: z.array(z.string()),
  mailChoices: MailChoices,
  mailState: MailState,
});
export type Profile = z.infer<typeof Profile>;

const text = z.string().trim().max(10_000).optional();

/** Missing fields are not changed; empty texts clear them. `profileErrors` checks the rest. */
export const ProfileChange = z.object({
  display_name: text,
  name: text,
  phone: text,
  bio: text,
  website: text,
  location: text,
  timezone: text,
  ownerNotices: OwnerNotices.optional(),
  /** All of them. */
  ownerNames: z.array(z.string().trim().min(1).max(1000)).max(100).optional(),
  /** Missing topics are not changed. */
  mailChoices: MailChoices.partial().optional(),
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** Returns the errors of a profile in the order of the form, shown by the form and returned by the server. */
export function profileErrors(change: ProfileChange): FieldErrors {
  const errors: Record<string, string> = {};
  const tooLong = (field: Exclude<keyof typeof profileLimits, "ownerName" | "ownerNames">) =>
    (change[field] ?? "").length > profileLimits[field];
  if (tooLong("display_name")) errors["display_name"] = "Display name must be less than 100 characters";
  if (tooLong("name")) errors["name"] = "Name must be less than 100 characters";
  if (!/^[\d\s\-+()]*$/.test(change.phone ?? "") || tooLong("phone")) errors["phone"] = "Invalid phone number format";
  if (tooLong("bio")) errors["bio"] = "Bio must be less than 500 characters";
  if (tooLong("website")) errors["website"] = "Website must be less than 200 characters";
  else if ((change.website ?? "") !== "" && !isWebAddress(change.website ?? ""))
    errors["website"] = "Please enter a valid website URL";
  if (tooLong("location")) errors["location"] = "Location must be less than 100 characters";
  if (change.timezone !== undefined && !isTimeZone(change.timezone)) errors["timezone"] = "Unknown time zone";
  const names = change.ownerNames ?? [];
  if (names.length > profileLimits.ownerNames) errors["ownerNames"] = `Enter at most ${profileLimits.ownerNames} names`;
  else if (names.some((name) => name.length > profileLimits.ownerName))
    errors["ownerNames"] = `Each name must be ${profileLimits.ownerName} characters or less`;
  return errors;
}

/** Returns true for addresses that are safe as the target of a link. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** Returns true if this runtime knows the IANA name. */
export function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const shortestPassword = 6;
const password = z.string().max(1024).default("");

export const NewPassword = z.object({ newPassword: password, confirmPassword: password });
export type NewPassword = z.infer<typeof NewPassword>;

export const PasswordChange = z.object({ currentPassword: password, ...NewPassword.shape });
export type PasswordChange = z.infer<typeof PasswordChange>;

/** Returns the errors of a password form, shown by the form and returned by the server. */
export function passwordErrors({ currentPassword, ...chosen }: PasswordChange): FieldErrors {
  const same = chosen.newPassword !== "" && chosen.newPassword === currentPassword;
  return {
    ...(currentPassword === "" && { currentPassword: "Current password is required" }),
    ...(same && { newPassword: "New password must be different from current password" }),
    ...newPasswordErrors(chosen),
  };
}

/** Returns the errors of a new password that is set without the current one. */
export function newPasswordErrors({ newPassword, confirmPassword }: NewPassword): FieldErrors {
  return {
    ...(newPassword === "" && { newPassword: "New password is required" }),
    ...(newPassword !== "" &&
      newPassword.length < shortestPassword && { newPassword: "New password must be at least 6 characters long" }),
    ...(confirmPassword === "" && { confirmPassword: "Password confirmation is required" }),
    ...(newPassword !== "" &&
      confirmPassword !== "" &&
      newPassword !== confirmPassword && { confirmPassword: "New passwords do not match" }),
  };
}

/** A valid sign-in session. */
export const Session = z.object({
  id: Id,
  userAgent: z.string().nullable(),
  createdAt: Timestamp,
  /** Rounded to the minute. */
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
  /** True for the session of the request. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const readProfile = endpoint({
  method: "GET",
  path: "/api/profile",
  summary: "Read the caller's profile",
  allow: "user",
  response: success(z.object({ profile: Profile })),
});

export const updateProfile = endpoint({
  method: "PUT",
  path: "/api/profile",
  summary: "Change the caller's profile; missing fields are not changed",
  allow: "user",
  body: ProfileChange,
  bodyBytes: bodyBytes.large,
  response: success(z.object({ profile: Profile })),
});

export const changePassword = endpoint({
  method: "PUT",
  path: "/api/profile/password",
  summary: "Change the caller's password; ends all other sessions",
  allow: "user",
  body: PasswordChange,
  response: success(z.null()),
});

export const listSessions = endpoint({
  method: "GET",
  path: "/api/profile/sessions",
  summary: "List the caller's sessions, last used first",
  allow: "user",
  response: success(z.array(Session)),
});

export const revokeOtherSessions = endpoint({
  method: "DELETE",
  path: "/api/profile/sessions",
  summary: "End all other sessions of the caller",
  allow: "user",
  response: success(z.null()),
});

export const revokeSession = endpoint({
  method: "DELETE",
  path: "/api/profile/sessions/:sessionId",
  summary: "End one of the caller's sessions",
  allow: "user",
  params: z.object({ sessionId: Id }),
  response: success(z.null()),
});
