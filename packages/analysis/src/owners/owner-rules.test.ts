import { expect, test } from "vitest";
import { ownerFinder } from "./owner-finder.ts";
import { readOwnerRules } from "./owner-rules.ts";

const matching: readonly (readonly [pattern: string, path: string, matches: boolean])[] = [
  ["*", "checkout/payment.spec.ts", true],
  ["*.spec.ts", "checkout/payment.spec.ts", true],
  ["*.spec.ts", "checkout/payment.test.ts", false],
  ["checkout/", "tests/checkout/payment.spec.ts", true],
  ["/checkout/", "tests/checkout/payment.spec.ts", false],
  ["/checkout/", "checkout/deep/payment.spec.ts", true],
  ["checkout", "checkout/deep/payment.spec.ts", true],
  ["checkout", "tests/checkout", true],
  // A pattern with a trailing slash only matches folders, so a file with this name does not match.
  ["checkout/", "tests/checkout", false],
  ["docs/*", "docs/a.spec.ts", true],
  ["docs/*", "docs/deep/a.spec.ts", false],
  ["docs/**", "docs/deep/a.spec.ts", true],
  ["**/logs", "build/logs/deep/a.spec.ts", true],
  ["apps/**/e2e", "apps/a/b/e2e/x.spec.ts", true],
  ["apps/**/e2e", "apps/e2e/x.spec.ts", true],
  ["tests/checkout", "e2e/tests/checkout/a.spec.ts", false],
  ["pay?ent.spec.ts", "checkout/payment.spec.ts", true],
  ["com.shop.cart.*", "com.shop.cart.CartTest", true],
  ["checkout", String.raw`C:\repo\checkout\payment.cs`, true],
  ["/checkout", "./checkout/a.ts", true],
  ["/", "a.ts", false],
];

test.for(matching)("%s and %s: %s", ([pattern, path, matches]) => {
  expect(ownerFinder(readOwnerRules(`${pattern} @me`).rules)(path)).toBe(matches ? "@me" : null);
});

test("the last matching rule wins, and a rule without owners removes them", () => {
  const { rules, problems } = readOwnerRules(`
    # Everything
    *                @everybody   # for now
    /checkout/       @payments @second
    [Section with approvals][2] @nobody
    checkout/legacy
    my\\ folder/      ana@example.org
    /
  `);
  expect(problems).toEqual([
    { line: 8, reason: "This pattern matches nothing" },
    { line: 4, reason: "A test has one owner, so only the first owner on a line is used" },
  ]);
  expect(ownerFinder(rules)("cart/a.spec.ts")).toBe("@everybody");
  expect(ownerFinder(rules)("checkout/a.spec.ts")).toBe("@payments");
  expect(ownerFinder(rules)("checkout/legacy/a.spec.ts")).toBeNull();
  expect(ownerFinder(rules)("my folder/a.spec.ts")).toBe("ana@example.org");
});

test("a pattern designed to hang matches quickly", () => {
  const { rules } = readOwnerRules(`${"*a".repeat(200)} @me\n${"**/a*/".repeat(200)}b @me`);
  expect(ownerFinder(rules)(`${"a".repeat(5000)}/${"a/".repeat(500)}c`)).toBeNull();
});

test("reports many lines with several owners as one remark", () => {
  const { problems } = readOwnerRules("*.ts @a @b\n*.js @a\n*.py @a @b # and a comment @c\n/x/ @a # @b\n");
  expect(problems).toEqual([
    {
      line: 1,
      reason: "A test has one owner, so only the first owner on a line is used; this and 1 more lines name several",
    },
  ]);
});

test("ignores rules after the first thousand", () => {
  const { rules, problems } = readOwnerRules("*.ts @me\n".repeat(1200));
  expect(rules).toHaveLength(1000);
  expect(problems).toEqual([{ line: 1001, reason: "Only the first 1000 rules are read" }]);
});

/** Slow reference implementation that follows the documentation of the rules literally. */
function matchesSlowly(expected: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = expected;
  if (first === undefined) return path.length === 0;
  if (first === "**") return matchesSlowly(rest, path) || (path.length > 0 && matchesSlowly(expected, path.slice(1)));
  const expression = new RegExp(`^${first.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll("?", ".")}$`);
  return path.length > 0 && expression.test(path[0] ?? "") && matchesSlowly(rest, path.slice(1));
}

function ownerSlowly({ rules }: ReturnType<typeof readOwnerRules>, path: string): string | null {
  const parts = path.split("/");
  const folders = parts.slice(1).map((_, index) => parts.slice(0, index + 1));
  const rule = rules.findLast(
    ({ pattern: { segments, isFolder, below } }) =>
      (!isFolder && matchesSlowly(segments, parts)) ||
      (below && folders.some((folder) => matchesSlowly(segments, folder))),
  );
  return rule?.owners[0] ?? null;
}

test("many rules together match as they do separately", () => {
  const names = ["a", "b", "ab", "a.ts", "b.spec.ts"];
  const parts = [...names, "*", "**", "*.ts", "a*", "?b", "*.*", "a*s", "?"];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const some = (of: readonly string[], max: number) =>
    Array.from({ length: 1 + random(max) }, () => of[random(of.length)]).join("/");
  for (let round = 0; round < 200; round += 1) {
    const lines = Array.from(
      { length: 1 + random(12) },
      (_, line) => `${["", "/"][random(2)]}${some(parts, 3)}${["", "", "/"][random(3)]} @${line}`,
    );
    const read = readOwnerRules(lines.join("\n"));
    const find = ownerFinder(read.rules);
    for (let file = 0; file < 20; file += 1) {
      const path = some(names, 4);
      expect(find(path), `${path} by ${lines.join(" | ")}`).toBe(ownerSlowly(read, path));
    }
  }
});
