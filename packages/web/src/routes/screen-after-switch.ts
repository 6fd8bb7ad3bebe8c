/** Where one is after switching to another project: on the same screen, but not on a thing of the project before. */
export function screenAfterSwitch(pathname: string): string {
  const screen = pathname.split("/")[1] ?? "";
  return screen === "projects" ? "/" : `/${screen}`;
}
