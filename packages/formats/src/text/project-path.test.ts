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
  ["/agent/_work/3/s/lib/a.test.js", "lib/a.test.js"],
  ["C:\\agents\\blue\\_work\\12\\s\\lib\\a.cs", "lib/a.cs"],
  ["/Users/runner/work/1/s/lib/a.py", "lib/a.py"],
  ["/home/runner/_work/shop/shop/lib/a.py", "lib/a.py"],
  ["/data/actions-runner-2/_work/shop/shop/lib/a.py", "lib/a.py"],
  ["/__w/shop/shop/lib/a.py", "lib/a.py"],
  ["/home/gitlab-runner/builds/x1Yz_-ab/0/group/shop/lib/a.py", "lib/a.py"],
  ["C:/GitLab-Runner/builds/x1Yz9Wab/3/group/shop/lib/a.py", "lib/a.py"],
  ["/home/jenkins/agent/workspace/shop_main@2/lib/a.py", "lib/a.py"],
  ["C:\\Jenkins\\workspace\\shop\\lib\\a.py", "lib/a.py"],
  ["/data/jenkins-agent-7/workspace/shop/lib/a.py", "lib/a.py"],
  ["/opt/buildagent/work/1b2c6ec24edde6e5/lib/a.py", "lib/a.py"],
  ["C:/BuildAgent/work/1b2c6ec24edde6e5/lib/a.py", "lib/a.py"],
  ["/var/lib/buildkite-agent/builds/agent-1/acme/shop/lib/a.py", "lib/a.py"],
  ["/opt/homebrew/var/buildkite-agent/builds/mac-1/acme/shop/lib/a.py", "lib/a.py"],
  ["/home/bamboo/xml-data/build-dir/SHOP-WEB-JOB1/lib/a.py", "lib/a.py"],
  ["/Users/distiller/project/lib/a.py", "lib/a.py"],
  ["/root/project/lib/a.py", "lib/a.py"],
  ["/codebuild/output/src123456789/src/github.com/acme/shop/lib/a.py", "lib/a.py"],
  ["/workspaces/shop/lib/a.py", "lib/a.py"],
  ["/usr/src/app/lib/a.py", "lib/a.py"],
  ["/app/a.test.js", "a.test.js"],
  ["file:///C:/agent/_work/3/s/lib/a.test.js", "lib/a.test.js"],
  ["lib/_work/3/s/a.py", "lib/_work/3/s/a.py"],
] as const)("%s is shortened to %s", ([path, expected]) => {
  expect(projectPath(path)).toBe(expected);
});

test.for([
  ["/Users/ada/Projects/shop/src/app/cart.spec.ts", "src/app/cart.spec.ts"],
  ["/home/test/shop/packages/ui/src/a.test.ts", "packages/ui/src/a.test.ts"],
  ["C:\\Users\\ada\\shop\\tests\\a.test.js", "tests/a.test.js"],
  ["/builds/group/shop/lib/a.test.js", "lib/a.test.js"],
  ["/opt/shop/a.test.js", "/opt/shop/a.test.js"],
  ["/agent/_work/7/s/cart.test.js", "cart.test.js"],
  ["/home/ci/shop/price.test.js", "price.test.js"],
  ["/home/ci/shop/lib/price.test.js", "lib/price.test.js"],
  ["/home/ci/builds/4711/shop/price.test.js", "price.test.js"],
  ["/Users/ada/Projects/shop/price.test.js", "price.test.js"],
  ["C:\\Users\\ada\\repos\\shop\\price.test.js", "price.test.js"],
  ["/home/ci/price.test.js", "price.test.js"],
  ["src/x/test/a.js", "src/x/test/a.js"],
] as const)("%s is shortened to the source path %s", ([path, expected]) => {
  expect(sourcePath(path)).toBe(expected);
});
