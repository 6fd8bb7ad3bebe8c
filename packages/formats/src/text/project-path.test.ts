import { expect, test } from "vitest";
import { projectPath, sourcePath } from "./project-path.ts";

test.for([
  ["tests\\ui\\cart.spec.ts", "tests/ui/cart.spec.ts"],
  ["./tests/a.py", "tests/a.py"],
  ["file://./test/shop.e2e.js", "test/shop.e2e.js"],
  ["/home/runner/work/shop/shop/tests/a.py", "tests/a.py"],
  ["D:\\a\\shop\\shop\\tests\\a.cs", "tests/a.cs"],
  ["/builds/group/shop/tests/a.py", "tests/a.py"],
  ["/var/lib/jenkins/workspace/shop-main/tests/a.py", "tests/a.py"],
  ["/srv/somewhere/a.py", "/srv/somewhere/a.py"],
] as const)("%s is %s", ([path, expected]) => {
  expect(projectPath(path)).toBe(expected);
});

test.for([
  ["/Users/ada/Projects/shop/src/app/cart.spec.ts", "src/app/cart.spec.ts"],
  ["/home/test/shop/packages/ui/src/a.test.ts", "packages/ui/src/a.test.ts"],
  ["C:\\Users\\ada\\shop\\tests\\a.test.js", "tests/a.test.js"],
  ["/builds/group/shop/lib/a.test.js", "lib/a.test.js"],
  ["/opt/shop/a.test.js", "/opt/shop/a.test.js"],
  ["src/x/test/a.js", "src/x/test/a.js"],
] as const)("%s is the source %s", ([path, expected]) => {
  expect(sourcePath(path)).toBe(expected);
});
