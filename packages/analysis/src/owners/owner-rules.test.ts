import { expect, test } from "vitest";
import { ownerOf, readOwnerRules } from "./owner-rules.ts";

const matching: readonly (readonly [pattern: string, path: string, matches: boolean])[] = [
  ["*", "checkout/payment.spec.ts", true],
  ["*.spec.ts", "checkout/payment.spec.ts", true],
  ["*.spec.ts", "checkout/payment.test.ts", false],
  ["checkout/", "tests/checkout/payment.spec.ts", true],
  ["/checkout/", "tests/checkout/payment.spec.ts", false],
  ["/checkout/", "checkout/deep/payment.spec.ts", true],
  ["checkout", "checkout/deep/payment.spec.ts", true],
  ["checkout", "tests/checkout", true],
  // Named with its slash it is a folder, and a file is none.
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
  expect(ownerOf(readOwnerRules(`${pattern} @me`).rules, path)).toBe(matches ? "@me" : null);
});

test("the last rule that matches holds, and one without owners takes them away", () => {
  const { rules, problems } = readOwnerRules(`
    # Everything
    *                @everybody   # for now
    /checkout/       @payments @second
    [Section with approvals][2] @nobody
    checkout/legacy
    my\\ folder/      ana@example.org
    /
  `);
  expect(problems).toEqual([{ line: 8, reason: "This pattern matches nothing" }]);
  expect(ownerOf(rules, "cart/a.spec.ts")).toBe("@everybody");
  expect(ownerOf(rules, "checkout/a.spec.ts")).toBe("@payments");
  expect(ownerOf(rules, "checkout/legacy/a.spec.ts")).toBeNull();
  expect(ownerOf(rules, "my folder/a.spec.ts")).toBe("ana@example.org");
});

test("a pattern made to take for ever takes a moment", () => {
  const { rules } = readOwnerRules(`${"*a".repeat(200)} @me\n${"**/a*/".repeat(200)}b @me`);
  expect(ownerOf(rules, `${"a".repeat(5000)}/${"a/".repeat(500)}c`)).toBeNull();
});

test("rules beyond a thousand are not read", () => {
  const { rules, problems } = readOwnerRules("*.ts @me\n".repeat(1200));
  expect(rules).toHaveLength(1000);
  expect(problems).toEqual([{ line: 1001, reason: "Only the first 1000 rules are read" }]);
});
