import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * A page with code that loads on demand. If loading fails, the router reloads the page, which helps after an
 * upgrade; without a server, it shows an error instead of the browser's error page.
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
