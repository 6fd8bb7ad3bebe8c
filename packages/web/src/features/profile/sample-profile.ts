import { defaultMailChoices } from "@plumb/contract/people/mail-choices.ts";
import type { Profile, Session } from "@plumb/contract/people/profile.ts";

export const sampleProfile: Profile = {
  id: 7,
  username: "ada.lovelace@example.org",
  email: "ada.lovelace@example.org",
  display_name: "Ada L.",
  name: "Ada Lovelace",
  phone: "15550109999",
  bio: "Owner of the checkout suites.\nAsk me about gift cards.",
  website: "https://example.org/ada",
  location: "London",
  timezone: "Europe/Berlin",
  avatarUrl: null,
  ownerNotices: "main",
  ownerNames: ["@shop/payments"],
  mailChoices: defaultMailChoices,
  mailState: "on",
};

export const emptyProfile: Profile = {
  ...sampleProfile,
  display_name: "",
  name: "",
  phone: "",
  bio: "",
  website: "",
  location: "",
  timezone: "UTC",
  ownerNames: [],
};

export const hostileProfile: Profile = {
  ...sampleProfile,
  email: `${"a".repeat(250)}@example.org`,
  display_name: "<img src=x onerror=\"document.title='pwned'\">",
  name: "W".repeat(100),
  phone: "()".repeat(20),
  bio: "\u202Eword".repeat(100),
  website: "javascript:alert(1)",
  location: "x".repeat(100),
  timezone: "Africa/Cairo",
  ownerNames: ["<img src=x>", "W".repeat(100)],
};

export function sampleSession(change: Partial<Session> = {}): Session {
  return {
    id: 1,
    userAgent:
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
    createdAt: "2030-01-02T08:00:00.000Z",
    lastUsedAt: "2030-01-03T09:00:00.000Z",
    expiresAt: "2030-02-01T08:00:00.000Z",
    current: false,
    ...change,
  };
}
