/**
 * Returns the address after switching the project: the same screen without objects of the previous project. Each tab of the
 * settings is a screen.
 */
export function screenAfterSwitch(pathname: string, search: string): string {
  const screen = pathname.split("/")[1] ?? "";
  const tab = new URLSearchParams(search).get("tab");
  if (screen === "settings" && tab !== null) return `/settings?tab=${encodeURIComponent(tab)}`;
  return screen === "projects" ? "/" : `/${screen}`;
}
