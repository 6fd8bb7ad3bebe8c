/** The display name, else a readable form of the user name (`jane.doe@x` reads `Jane Doe`), else `User`. */
export function shownName(user: { displayName: string | null; username: string } | null): string {
  if (user === null) return "User";
  if (user.displayName !== null && user.displayName.trim() !== "") return user.displayName;
  const words = (user.username.split("@")[0] ?? "").split(/[._\-+\s]+/).filter((word) => word !== "");
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ") || "User";
}
