/**
 * Checkout folders of CI systems. The path within the project follows. Agent names, folder numbers and
 * job hashes differ between runs.
 */
const checkouts: readonly RegExp[] = [
  // GitHub: hosted, in containers, and self-hosted. The path contains the repository twice.
  /^\/(?:home|Users)\/runner\/work\/[^/]+\/[^/]+\//,
  /^\/__w\/[^/]+\/[^/]+\//,
  /^\/github\/workspace\//,
  /^(?:.*?\/)?_work\/([^/]+)\/\1\//,
  // Azure Pipelines: hosted, and agents in any folder
  /^[A-Za-z]:\/a\/[^/]+\/[^/]+\//,
  /^\/home\/vsts\/work\/\d+\/s\//,
  /^(?:.*?\/)?_work\/\d+\/s\//,
  // GitLab: shell runners add their token and the number of the slot
  /^(?:.*?\/)?builds\/[\w-]{6,}\/\d+\/[^/]+\/[^/]+\//,
  /^\/builds\/[^/]+\/[^/]+\//,
  // Jenkins: any agent with a matching folder. `shop@2` is a concurrent second build of `shop`.
  /^(?:[^/]*\/)*?(?:\.?jenkins[\w.-]*)\/(?:[^/]+\/){0,3}?workspace\/[^/]+\//i,
  // TeamCity, Buildkite, Bamboo
  /^(?:.*?\/)?work\/[0-9a-f]{16}\//,
  /^(?:.*?\/)?\.?buildkite(?:-agent)?\/builds\/[^/]+\/[^/]+\/[^/]+\//,
  /^(?:.*?\/)?build-dir\/[A-Z0-9]+-[A-Z0-9]+-[A-Z0-9]+\//,
  // CircleCI: images of Linux, macOS and Windows
  /^\/home\/circleci\/(?:project|repo)\//,
  /^(?:\/root|\/Users\/distiller|[A-Za-z]:\/Users\/circleci)\/project\//,
  // Bitbucket, Travis, AppVeyor, CodeBuild, Drone, Woodpecker, Bitrise
  /^\/(?:bitbucket|opt\/atlassian)\/pipelines\/agent\/build\//,
  /^\/home\/travis\/build\/[^/]+\/[^/]+\//,
  /^[A-Za-z]:\/projects\/[^/]+\//,
  /^\/codebuild\/output\/[^/]+\/src\/(?:[^/]+\.[^/]+\/[^/]+\/[^/]+\/)?/,
  /^\/(?:drone|bitrise)\/src\//,
  /^\/woodpecker\/src\/[^/]+\/[^/]+\/[^/]+\//,
  // Development and build containers
  /^\/workspaces\/[^/]+\//,
  /^\/(?:workspace|usr\/src\/app|app)\//,
];

/** Longer texts are not file paths. */
const maxLength = 4000;

/**
 * Returns the path of a source file with posix separators, relative to the project if possible: without `file://`, `./` and the
 * checkout folder of known CI systems. Other absolute paths are not changed.
 */
export function projectPath(path: string): string {
  const posix = path.replaceAll("\\", "/").replace(/^file:\/\//, "");
  return withoutCheckout(posix.replace(/^\/(?=[A-Za-z]:\/)/, "")).replace(/^(?:\.\/)+/, "");
}

function withoutCheckout(path: string): string {
  if (path.length > maxLength || !isAbsolute(path)) return path;
  for (const checkout of checkouts) {
    const found = checkout.exec(path)?.[0].length ?? 0;
    if (found > 0) return path.slice(found);
  }
  return path;
}

function isAbsolute(path: string): boolean {
  return /^(?:[A-Za-z]:)?\//.test(path);
}

/** Typical top-level folders of a project. */
const topFolders = /^(?:src|tests?|__tests__|specs?|e2e|packages|apps|libs|cypress|features|integration)$/i;
/** Folders at the start of absolute paths that are specific to a machine. */
const machineFolders = /^(?:\/(?:home|users|usr|var|opt|mnt|root)\/|[a-z]:\/(?:users\/)?)[^/]*\//i;
/** Home folder of a user. The project is a folder in it, or in one of the common folders for projects. */
const usersFolder = /^(?:\/(?:home|users)\/[^/]+|\/root|[a-z]:\/users\/[^/]+)\//i;
const collections =
  /^(?:projects?|repos?|repositories|git|github|code|dev|development|documents|work|workspaces?|builds?|jobs?|ci|\d+|[0-9a-f]{8,40})$/i;

/**
 * Like `projectPath`, for tools that write absolute paths. The project starts at the first top-level folder, or else
 * at a folder of a user: `/home/ci/shop` in `/home/ci/shop/price.test.js`. The result does not depend on other files, so a
 * test keeps its identity.
 */
export function sourcePath(path: string): string {
  const posix = projectPath(path);
  if (!isAbsolute(posix) || posix.length > maxLength) return posix;
  const machine = machineFolders.exec(posix)?.[0] ?? "/";
  const folders = posix.slice(machine.length).split("/");
  const top = folders.slice(0, -1).findIndex((folder) => topFolders.test(folder));
  return top === -1 ? belowUsersFolder(posix) : folders.slice(top).join("/");
}

function belowUsersFolder(path: string): string {
  const home = usersFolder.exec(path)?.[0];
  if (home === undefined) return path;
  const folders = path.slice(home.length).split("/");
  const project = folders.slice(0, -1).findIndex((folder) => !collections.test(folder));
  return folders.slice(project + 1).join("/");
}
