/**
 * One wording for errors that JavaScript engines and versions of tools word differently, with the name that they are about. Unlike in
 * `causes-by-name.ts`, the rest of the line is kept.
 */
const wordings: readonly (readonly [RegExp, string])[] = [
  [/\bCannot read property '([^']{1,80})' of (undefined|null)/, "Cannot read properties of $2 (reading '$1')"],
  [
    /\bcan't access property "([^"\n]{1,80})", .{1,200} is (undefined|null)/,
    "Cannot read properties of $2 (reading '$1')",
  ],
  [/\bCan't find variable: ([\w$]{1,80})/, "$1 is not defined"],
  [/( is not a (?:function|constructor))\.? \((?:In '|evaluating ').*$/, "$1"],
  [
    /\b(?:Target page, context or browser has been closed|(?:Target|Page|Browser) (?:has been )?closed)\b\.?/,
    "Target page, context or browser has been closed",
  ],
  [/^Timed out \d+ ?m?s waiting for (expect\(.{0,80}\)\.[\w.]{1,60}\(.{0,80}?\))$/, "$1 failed"],
  [/^Error: element\(s\) not found$/, "Received: <element(s) not found>"],
  [/: Test timeout of (\d+ ?ms) exceeded/, ": Timeout $1 exceeded"],
];

/** Wording of WebKit, such as `undefined is not an object (evaluating 'cart.lines.total(1)')`. */
const evaluated = /'?\b(undefined|null)\b'? is not an object \(evaluating '([^'\n]{1,300})'\)/;

/** Returns a line in the common wording of its error. */
export function commonWording(line: string): string {
  const common = wordings.reduce((text, [pattern, wording]) => text.replace(pattern, wording), line);
  return common.replace(evaluated, (_, missing: string, expression: string) => {
    const property = expression.split(/[([]/, 1)[0]?.split(".").at(-1);
    return `Cannot read properties of ${missing} (reading '${property}')`;
  });
}
