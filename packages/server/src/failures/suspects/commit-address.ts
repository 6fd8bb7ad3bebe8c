/** Returns the page of a commit; `null` if the address of its repository is unknown. */
export function commitAddress(repository: string | null, hash: string): string | null {
  if (repository === null) return null;
  // GitLab redirects this address to its own form.
  const folder = /\/\/(?:[^/]+\.)?bitbucket\./i.test(repository) ? "commits" : "commit";
  return `${repository}/${folder}/${hash}`;
}

/**
 * Returns the page that compares two commits; `null` if the address of the repository is unknown. GitHub, Gitea and their relatives use the same form, and
 * GitLab redirects it to its own.
 */
export function comparisonAddress(repository: string | null, after: string, until: string): string | null {
  if (repository === null) return null;
  const [from, to] = [encodeURIComponent(after), encodeURIComponent(until)];
  if (/\/\/(?:[^/]+\.)?bitbucket\.org\//i.test(repository)) return `${repository}/branches/compare/${to}%0D${from}`;
  if (/\/\/(?:dev\.azure\.com|[^/]+\.visualstudio\.com)\//i.test(repository))
    return `${repository}/branchCompare?baseVersion=GC${from}&targetVersion=GC${to}`;
  return `${repository}/compare/${from}...${to}`;
}
