import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * A page whose code comes when it is opened. Where it does not come, the router loads the page anew: right after an upgrade, but
 * without a server all that is shown would be lost to the browser's own error page. Then it is an error like any other.
 *
 * @param name What the page's module calls it.
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
      if (await serverAnswers()) throw error;
      // Told from what the router looks for by how the sentence begins.
      throw new Error(`Without a server: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }, name);
}

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
