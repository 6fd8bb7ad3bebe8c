import { withoutAddresses } from "@plumb/formats/text/object-address.ts";
import { projectPath } from "@plumb/formats/text/project-path.ts";
import type { TestName } from "#store/tests/rename-tests.ts";

/** Returns the name that current reports have for a stored test: without addresses of objects and folders of CI agents. */
export function currentName({ file, titlePath, variant }: TestName): TestName {
  return {
    file: file === null ? null : projectPath(file),
    titlePath: titlePath.map((title) => withoutAddresses(title)),
    variant: withoutAddresses(variant),
  };
}
