/**
 * Where one is after switching to another project: on the same screen, but not on a thing of the project before. A tab of
 * the settings is a screen of its own.
 */
export function screenAfterSwitch(pathname: string, search: string): string {
  const screen = pathname.split("/")[1] ?? "";
  const tab = new URLSearchParams(search).get("tab");
  if (screen === "settings" && tab !== null) return `/settings?tab=${encodeURIComponent(tab)}`;
  return screen === "projects" ? "/" : `/${screen}`;
}
