/** Where CI systems check a project out: what follows is the path within the project. */
const checkouts = [
  /^\/home\/runner\/work\/[^/]+\/[^/]+\//,
  /^[a-z]:\/a\/[^/]+\/[^/]+\//i,
  /^\/__w\/[^/]+\/[^/]+\//,
  /^\/github\/workspace\//,
  /^\/builds\/[^/]+\/[^/]+\//,
  /^(?:\/var\/lib\/jenkins|\/var\/jenkins_home|\/home\/jenkins(?:\/agent)?)\/workspace\/[^/]+\//,
  /^\/bitbucket\/pipelines\/agent\/build\//,
  /^\/opt\/atlassian\/pipelines\/agent\/build\//,
  /^\/home\/vsts\/work\/\d+\/s\//,
  /^\/home\/circleci\/(?:project|repo)\//,
  /^\/var\/lib\/buildkite-agent\/builds\/[^/]+\/[^/]+\/[^/]+\//,
];

/**
 * A path of a source file with posix separators, relative to the project where that can be told: no `file://`, no `./`,
 * no checkout folder of a known CI system. Any other absolute path stays.
 */
export function projectPath(path: string): string {
  let posix = path.replaceAll("\\", "/").replace(/^file:\/\//, "");
  for (const checkout of checkouts) posix = posix.replace(checkout, "");
  return posix.replace(/^(?:\.\/)+/, "");
}
