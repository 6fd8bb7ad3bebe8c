const named =
  /(?:^|[\s:(])((?:[A-Za-z_$][\w$]*\.)*(?:[A-Z][\w$]*)?(?:Error|Exception|Failure|Failed|Warning|Misuse|Invocations|Interrupt|Exit|Timeout))\b(?: ?\[(\w+)\])?/;
const opening =
  /^(?:E\s+)?((?:[A-Za-z_$][\w$]*\.)*(?:[A-Z][\w$]*)?(?:Error|Exception|Failure|Failed|Misuse|Invocations|Interrupt|Exit|[a-z]Timeout))(?: ?\[\w+\])?(?= ?:|\s*$|\()/;
/** General class names. A more specific one within the first lines takes precedence. */
const vague =
  /^(?:Error|(?:java\.lang\.)?(?:Exception|RuntimeException|AssertionError|Error|reflect\.InvocationTargetException)|AssertionError|(?:\w+\.)*(?:CucumberException|ExecutionException|UndeclaredThrowableException|TestNGException))$/;

/**
 * Returns the class of an error: the one in its first lines, or the deepest cause if that class is only a wrapper (`InvocationTargetException`).
 * Returns `null` if the error contains no class name.
 */
export function errorType(text: readonly string[], causes: readonly string[]): string | null {
  const first = text.slice(0, 4).flatMap((line) => opening.exec(line.slice(0, 300))?.[1] ?? []);
  const specific = first.find((name) => !vague.test(name));
  if (specific !== undefined) return specific;
  const deepest = causes.findLast((line) => opening.test(line.slice(0, 300)));
  if (deepest !== undefined) return opening.exec(deepest.slice(0, 300))?.[1] ?? null;
  if (first[0] !== undefined) {
    // Tools wrap errors of a page or a driver as `Error: SomeError: …`.
    const inner = named.exec((text[0] ?? "").slice(first[0].length, 300))?.[1];
    return inner !== undefined && !vague.test(inner) ? inner : first[0];
  }
  return named.exec((text[0] ?? "").slice(0, 300))?.[1] ?? null;
}

/** Returns `NoSuchElementException` for `org.openqa.selenium.NoSuchElementException`. */
export function shortType(type: string): string {
  return type.slice(Math.max(type.lastIndexOf("."), type.lastIndexOf("$")) + 1);
}

/** Removes the class at the start of a line. */
export function withoutType(line: string): string {
  const type = opening.exec(line.slice(0, 300))?.[0];
  if (type === undefined) return line;
  const rest = line.slice(type.length).replace(/^\s*:\s*/, "");
  return rest === "" ? line : rest;
}
