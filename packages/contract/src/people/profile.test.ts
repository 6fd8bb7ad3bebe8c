import { expect, test } from "vitest";
import { passwordErrors, profileErrors } from "./profile.ts";

test.for([
  [{}, [], "nothing changed"],
  [{ display_name: "a".repeat(100), bio: "b".repeat(500), location: "c".repeat(100) }, [], "exactly at the limits"],
  [{ display_name: "a".repeat(101) }, ["Display name must be less than 100 characters"], "a long display name"],
  [{ bio: "b".repeat(501) }, ["Bio must be less than 500 characters"], "a long bio"],
  [{ phone: "+1 (555) 010-9999" }, [], "a phone number"],
  [{ phone: "call me" }, ["Invalid phone number format"], "letters in a phone number"],
  [{ website: "https://example.test/me" }, [], "a web address"],
  [{ website: "example" }, ["Please enter a valid website URL"], "no address"],
  [{ website: "javascript:alert(1)" }, ["Please enter a valid website URL"], "an address that runs"],
  [
    { website: `https://example.test/${"a".repeat(200)}` },
    ["Website must be less than 200 characters"],
    "a long address",
  ],
  [{ timezone: "Europe/Berlin" }, [], "a time zone"],
  [{ timezone: "Mars/Base" }, ["Unknown time zone"], "no time zone"],
] as const)("%j gives %j: %s", ([change, errors]) => {
  expect(Object.values(profileErrors(change))).toEqual(errors);
});

test.for([
  [
    ["", "", ""],
    {
      currentPassword: "Current password is required",
      newPassword: "New password is required",
      confirmPassword: "Password confirmation is required",
    },
  ],
  [["old one", "short", "short"], { newPassword: "New password must be at least 6 characters long" }],
  [["old one", "new one", "new two"], { confirmPassword: "New passwords do not match" }],
  [["old one", "old one", "old one"], { newPassword: "New password must be different from current password" }],
  [["old one", "new one", "new one"], {}],
] as const)("passwords %j give %j", ([[currentPassword, newPassword, confirmPassword], errors]) => {
  expect(passwordErrors({ currentPassword, newPassword, confirmPassword })).toEqual(errors);
});
