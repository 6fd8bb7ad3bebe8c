import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * Returns a page whose code loads on demand. If loading fails, the router reloads the page, which helps after an upgrade.
 * If the server is unreachable, the router shows an error instead of the browser's error page.
 *
 * @param name Export of the page's module.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the router's own bound
export function lazyPage<Module extends Record<string, any>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent<Module, Name>(async () => {
    try {
      return await load();
    } catch (error) {
      if (await serverResponses()) throw error;
      // The prefix keeps the router from recognizing the error as a reason to reload.
      throw new Error(`Without a server: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }, name);
}

async function serverResponses(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
