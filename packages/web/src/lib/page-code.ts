/**
 * A page's code as the router asks for it. Where it does not come, the router loads the page anew: right after an upgrade, but
 * without a server all that is shown would be lost to the browser's own error page. Then it is an error like any other.
 */
export function pageCode<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return await load();
    } catch (error) {
      if (await serverAnswers()) throw error;
      // Told from what the router looks for by how the sentence begins.
      throw new Error(`Without a server: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };
}

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
