import type { User } from "@plumb/contract/auth.ts";

/** The display name, else the name, else a readable form of the user name (`jane.doe@x` reads `Jane Doe`), else `User`. */
export function shownName(user: Pick<User, "displayName" | "name" | "username"> | null): string {
  if (user === null) return "User";
  const given = [user.displayName, user.name].find((name) => (name ?? "").trim() !== "");
  if (typeof given === "string") return given.trim();
  const words = (user.username.split("@")[0] ?? "").split(/[._\-+\s]+/).filter((word) => word !== "");
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ") || "User";
}
