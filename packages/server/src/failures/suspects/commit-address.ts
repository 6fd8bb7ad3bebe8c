/** Returns the page of a commit; `null` if the address of its repository is unknown. */
export function commitAddress(repository: string | null, hash: string): string | null {
  if (repository === null) return null;
  // GitLab redirects this address to its own form.
  const folder = /\/\/(?:[^/]+\.)?bitbucket\./i.test(repository) ? "commits" : "commit";
  return `${repository}/${folder}/${hash}`;
}
