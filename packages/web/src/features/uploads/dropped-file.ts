/** What a drop gives: `path` is set by the drop zone, relative to what was dropped. */
export type DroppedFile = File & { readonly path?: string };

/** The path inside what was dropped or chosen, without the leading `./` or `/` that browsers put there. */
export function relativeName(file: DroppedFile): string {
  const path = file.path ?? (file.webkitRelativePath === "" ? file.name : file.webkitRelativePath);
  return path.replace(/^(?:\.?\/)+/, "") || file.name;
}
