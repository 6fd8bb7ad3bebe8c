/** Where CI systems check a project out: what follows is the path within the project. */
const checkouts = [
  /\/home\/runner\/work\/[^/]+\/[^/]+\//,
  /[A-Za-z]:\/a\/[^/]+\/[^/]+\//,
  /\/__w\/[^/]+\/[^/]+\//,
  /\/github\/workspace\//,
  /\/builds\/[^/]+\/[^/]+\//,
  /(?:\/var\/lib\/jenkins|\/var\/jenkins_home|\/home\/jenkins(?:\/agent)?)\/workspace\/[^/]+\//,
  /\/bitbucket\/pipelines\/agent\/build\//,
  /\/opt\/atlassian\/pipelines\/agent\/build\//,
  /\/home\/vsts\/work\/\d+\/s\//,
  /\/home\/circleci\/(?:project|repo)\//,
  /\/var\/lib\/buildkite-agent\/builds\/[^/]+\/[^/]+\/[^/]+\//,
];
const checkout = new RegExp(`^(?:${checkouts.map(({ source }) => source).join("|")})`);

/**
 * A path of a source file with posix separators, relative to the project where that can be told: no `file://`, no `./`,
 * no checkout folder of a known CI system. Any other absolute path stays.
 */
export function projectPath(path: string): string {
  return path
    .replaceAll("\\", "/")
    .replace(/^file:\/\//, "")
    .replace(checkout, "")
    .replace(/^(?:\.\/)+/, "");
}

/** Folders that stand at the top of a project, whatever lies above it. */
const topFolders = /^(?:src|tests?|__tests__|specs?|e2e|packages|apps|libs|cypress|features|integration)$/i;
/** Absolute paths begin with folders that only the machine knows. */
const machineFolders = /^(?:\/(?:home|users|usr|var|opt|mnt|root)\/|[a-z]:\/(?:users\/)?)[^/]*\//i;

/**
 * The same for tools that write absolute paths only: what a checkout of no known CI system lies in is told by the first
 * folder that stands at the top of projects. Which files a run had does not matter, so a test keeps its place.
 */
export function sourcePath(path: string): string {
  const posix = projectPath(path);
  if (!/^(?:[a-z]:)?\//i.test(posix)) return posix;
  const machine = machineFolders.exec(posix)?.[0] ?? "/";
  const folders = posix.slice(machine.length).split("/");
  const top = folders.slice(0, -1).findIndex((folder) => topFolders.test(folder));
  return top === -1 ? posix : folders.slice(top).join("/");
}
