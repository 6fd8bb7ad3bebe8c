import { expect, test } from "vitest";
import { codeLocation, namesFile } from "./code-ref.ts";

test.for([
  ["tests/cart.spec.ts/Cart/adds", "tests/cart.spec.ts", undefined],
  ["/cart.test.cjs/Cart", "cart.test.cjs", undefined],
  ["/src/cart.test.js", "src/cart.test.js", undefined],
  ["tests\\cart.spec.ts\\Cart", "tests/cart.spec.ts", undefined],
  ["tests/test_cart.py:TestCart.test_adds", "tests/test_cart.py", undefined],
  ["file:///home/runner/work/shop/shop/features/cart.feature:12", "features/cart.feature", 12],
  ["features/cart.feature/[EXAMPLE:a]", "features/cart.feature", undefined],
  ["suites/cart.robot:Adds", "suites/cart.robot", undefined],
  ["src/test/java/com/acme/CartTest.java:7", "src/test/java/com/acme/CartTest.java", 7],
] as const)("%s is in %s at %s", ([codeRef, file, line]) => {
  expect(codeLocation(codeRef)).toMatchObject({ file, line });
});

test.for(["com.acme.CartTest.adds", "Acme.Cart.Adds", "com.acme.CartTest.go", "", "Cart/adds", undefined])(
  "%s contains no file",
  (codeRef) => {
    expect(codeLocation(codeRef)).toBeNull();
  },
);

test.for([
  ["cart.spec.ts", "tests/cart.spec.ts", true],
  ["src/cart.test.js", "/src/cart.test.js", true],
  ["Cart", "tests/cart.spec.ts", false],
  ["cart.spec.ts", "tests/cart.spec.ts/Cart", false],
] as const)("a suite %s at %s is the file itself: %s", ([name, codeRef, is]) => {
  const location = codeLocation(codeRef);
  expect(location !== null && namesFile(name, location)).toBe(is);
});
