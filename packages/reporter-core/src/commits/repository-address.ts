import { commitLimits } from "@plumb/contract/runs/commit-limits.ts";

/**
 * Returns the web address of a git remote: `git@github.com:ada/shop.git` is `https://github.com/ada/shop`. User names, passwords and the ports of SSH
 * are removed. Returns `null` for local folders and other schemes.
 */
export function repositoryAddress(remote: string): string | null {
  const url = remote.includes("://") ? parsed(remote) : urlOfScp(remote);
  if (url === null) return null;
  const path = url.pathname.replace(/\/+$/, "").replace(/\.git$/, "");
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  if ((!isWeb && url.protocol !== "ssh:" && url.protocol !== "git:") || url.hostname === "" || path === "") return null;
  const address = `${isWeb ? url.protocol : "https:"}//${isWeb ? url.host : url.hostname}${path}`;
  return address.length <= commitLimits.repository && URL.canParse(address) ? address : null;
}

/** `git@host:path`, the short form of SSH addresses. A letter before the colon is a drive of Windows. */
function urlOfScp(remote: string): URL | null {
  const [, host = "", path = ""] = /^(?:[^@/:\s]+@)?([\w-]+(?:\.[\w-]+)+):(?!\/\/)(\S+)$/.exec(remote) ?? [];
  return host === "" ? null : parsed(`ssh://${host}/${path.replace(/^\/+/, "")}`);
}

function parsed(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
