import { expect, test } from "vitest";
import { projectPath } from "./project-path.ts";

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
