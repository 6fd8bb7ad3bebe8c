/** Copies a text and returns whether it worked. Pages over plain http have no clipboard API, so `execCommand` is the fallback. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughSelection(text);
  }
}

function copyThroughSelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.cssText = "position:fixed;opacity:0";
  document.body.append(area);
  const focused = document.activeElement;
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way outside secure contexts
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
