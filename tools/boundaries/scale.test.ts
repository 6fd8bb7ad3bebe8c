import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../../packages/web/src");

/** A size or weight of text as a number instead of a variable of the theme. */
const literals = {
  css: /\bfont(?:-size|-weight)?: (?:[^;]* )?\d[^;]*/g,
  code: /(?:\bf[zw]=\{?"?|font(?:Size|Weight): "?)[\d.]+/g,
} as const;

function literalsIn(pattern: string, literal: RegExp): string[] {
  return globSync(pattern, { cwd: source }).flatMap((path) =>
    Array.from(readFileSync(join(source, path), "utf8").matchAll(literal), ([found]) => `${path}: ${found}`),
  );
}

test("text has the sizes and weights of the theme", () => {
  expect(literalsIn("**/*.css", literals.css)).toEqual([]);
  expect(literalsIn("**/*.{ts,tsx}", literals.code).filter((each) => !each.startsWith("lib/theme.ts"))).toEqual([]);
});

/** Buttons and icons with another height than 26, 30 or 36 px (`ui/theme/mantine-shared.css`). */
const otherHeight =
  /<(?:ActionIcon\b[^<]*?\bsize=(?:\{\d+\}|"(?!sm|md|lg)[^"]*")|Button\b[^<]*?\bsize="(?!xs|sm|compact-sm)[^"]*")/g;

test("controls have the heights of the theme", () => {
  expect(literalsIn("**/*.tsx", otherHeight)).toEqual([]);
});
