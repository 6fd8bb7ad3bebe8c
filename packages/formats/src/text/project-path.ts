/**
 * Where CI systems check a project out: what follows is the path within the project. Names of agents, numbers of their folders and
 * hashes of jobs differ from run to run.
 */
const checkouts: readonly RegExp[] = [
  // GitHub: hosted, in containers, and self-hosted, where the repository stands twice
  /^\/(?:home|Users)\/runner\/work\/[^/]+\/[^/]+\//,
  /^\/__w\/[^/]+\/[^/]+\//,
  /^\/github\/workspace\//,
  /^(?:.*?\/)?_work\/([^/]+)\/\1\//,
  // Azure Pipelines: hosted, and agents in any folder
  /^[A-Za-z]:\/a\/[^/]+\/[^/]+\//,
  /^\/home\/vsts\/work\/\d+\/s\//,
  /^(?:.*?\/)?_work\/\d+\/s\//,
  // GitLab: runners with a shell add their token and the number of the slot
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
  // Containers for development and for builds
  /^\/workspaces\/[^/]+\//,
  /^\/(?:workspace|usr\/src\/app|app)\//,
];

/** Longer paths are not those of files. */
const maxLength = 4000;

/**
 * A path of a source file with posix separators, relative to the project if possible: no `file://`, no `./`, no
 * checkout folder of a known CI system. Any other absolute path stays.
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

/** Folders at the top level of a project. */
const topFolders = /^(?:src|tests?|__tests__|specs?|e2e|packages|apps|libs|cypress|features|integration)$/i;
/** Absolute paths begin with folders that only the machine knows. */
const machineFolders = /^(?:\/(?:home|users|usr|var|opt|mnt|root)\/|[a-z]:\/(?:users\/)?)[^/]*\//i;
/** The project of a user is a folder in theirs, or in one of those in which people and scripts keep projects. */
const usersFolder = /^(?:\/(?:home|users)\/[^/]+|\/root|[a-z]:\/users\/[^/]+)\//i;
const collections =
  /^(?:projects?|repos?|repositories|git|github|code|dev|development|documents|work|workspaces?|builds?|jobs?|ci|\d+|[0-9a-f]{8,40})$/i;

/**
 * Like `projectPath` for tools that write absolute paths. The project starts at the first top-level folder, or else
 * at a folder of a user: `/home/ci/shop` in `/home/ci/shop/price.test.js`. This does not depend on other files, so a
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
