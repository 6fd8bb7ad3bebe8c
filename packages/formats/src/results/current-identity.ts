import { isBrowser, withoutEnvironmentVersions, withoutVersions } from "#text/browser-version.ts";
import { withoutAddresses } from "#text/object-address.ts";
import { projectPath } from "#text/project-path.ts";

interface Identity {
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
}

/**
 * Returns the identity that current reports have for a stored test: without addresses of objects, folders of CI agents, browser
 * versions and folders of Robot Framework.
 */
export function currentIdentity({ file, titlePath, variant }: Identity): Identity {
  const titles = titlePath.map((title) => withoutEnvironmentVersions(withoutAddresses(title)));
  const title = titles.pop();
  const isRobot = file?.endsWith(".robot") === true;
  const owners = (isRobot ? titles.slice(-1) : titles).filter((owner, at) => at > 0 || owner !== "Testem Tests");
  const browser = owners.find(isBrowser) ?? "";
  const location = variant === "" ? browser : withoutAddresses(variant);
  return {
    file: file === null ? null : projectPath(file),
    titlePath: [...owners.filter((owner) => !isBrowser(owner)), ...(title === undefined ? [] : [title])],
    variant: isBrowser(location) ? withoutVersions(location) : location,
  };
}
