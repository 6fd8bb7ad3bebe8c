import type { User } from "@plumb/contract/people/auth.ts";

/** Returns the display name, the name, a readable form of the user name (`Jane Doe` for `jane.doe@x`) or `User`, in this order. */
export function displayName(user: Pick<User, "displayName" | "name" | "username"> | null): string {
  if (user === null) return "User";
  const input = [user.displayName, user.name].find((name) => (name ?? "").trim() !== "");
  if (typeof input === "string") return input.trim();
  const words = (user.username.split("@")[0] ?? "").split(/[._\-+\s]+/).filter((word) => word !== "");
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ") || "User";
}

/** Returns the first letters of two words, or the first two letters of a single word. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  // Splits by code points, so that emoji stay whole.
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => /^./u.exec(word)?.[0]) : /^..?/u.exec(name);
  return (letters ?? []).join("").toUpperCase();
}
