/** Dropped file. The drop zone sets `path`, relative to the dropped folder. */
export type DroppedFile = File & { readonly path?: string };

/** Returns the path within the dropped or selected folder, without the leading `./` or `/` that browsers add. */
export function relativeName(file: DroppedFile): string {
  const path = file.path ?? (file.webkitRelativePath === "" ? file.name : file.webkitRelativePath);
  return path.replace(/^(?:\.?\/)+/, "") || file.name;
}
