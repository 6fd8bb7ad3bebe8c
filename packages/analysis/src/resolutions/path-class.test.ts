import { expect, test } from "vitest";
import type { PathClass } from "@plumb/contract/failures/resolution-kinds.ts";
import { maxPathRules, pathClassFinder, readPathRules } from "./path-class.ts";

const layouts: Readonly<Record<string, readonly (readonly [path: string, expected: PathClass | null])[]>> = {
  "Java with Maven": [
    ["src/main/java/com/shop/Cart.java", "application"],
    ["src/main/resources/application.yml", "configuration"],
    ["src/main/resources/db/migration/V2__orders.sql", "application"],
    ["src/test/java/com/shop/CartTest.java", "test"],
    ["src/test/java/com/shop/Cart.java", "test"],
    ["src/main/java/com/shop/pages/LoginPage.java", "test"],
    ["src/it/java/com/shop/CartIT.java", "test"],
    ["src/test/resources/orders.csv", "data"],
    ["src/test/resources/order.json", "data"],
    ["src/test/resources/features/cart.feature", "test"],
    ["src/test/resources/config.properties", "configuration"],
    ["src/test/resources/logback-test.xml", "configuration"],
    ["testng.xml", "test"],
    ["testng-smoke.xml", "test"],
    ["pom.xml", "configuration"],
    ["shop-web/pom.xml", "configuration"],
    ["target/surefire-reports/TEST-CartTest.xml", "ignored"],
    ["test-output/testng-results.xml", "ignored"],
    [".mvn/wrapper/maven-wrapper.properties", "ignored"],
  ],
  Gradle: [
    ["app/src/main/kotlin/shop/Cart.kt", "application"],
    ["app/src/test/kotlin/shop/CartTest.kt", "test"],
    ["app/src/androidTest/java/shop/CartTest.java", "test"],
    ["app/src/testFixtures/java/shop/Orders.java", "test"],
    ["app/src/integrationTest/groovy/shop/CartSpec.groovy", "test"],
    ["build.gradle.kts", "configuration"],
    ["gradle/libs.versions.toml", "configuration"],
    ["gradle/wrapper/gradle-wrapper.jar", "configuration"],
    ["gradlew", "configuration"],
  ],
  "a monorepo of JavaScript": [
    ["packages/web/src/cart.tsx", "application"],
    ["packages/web/src/features/cart/cart.ts", "application"],
    ["packages/web/src/pages/login.tsx", "application"],
    ["packages/web/src/cart.test.tsx", "test"],
    ["packages/web/src/__tests__/cart.tsx", "test"],
    ["packages/web/src/__mocks__/api.ts", "test"],
    ["packages/web/src/__snapshots__/cart.test.tsx.snap", "test"],
    ["apps/web-e2e/src/cart.ts", "test"],
    ["packages/web/package.json", "configuration"],
    ["package-lock.json", "configuration"],
    ["pnpm-lock.yaml", "configuration"],
    ["yarn.lock", "configuration"],
    ["tsconfig.base.json", "configuration"],
    ["packages/web/vite.config.ts", "configuration"],
    ["jest.config.js", "test"],
    ["packages/web/vitest.config.mts", "test"],
    ["packages/web/dist/index.js", "ignored"],
    ["packages/web/public/app.min.js", "ignored"],
    [".eslintrc.json", "ignored"],
    ["packages/web/src/locales/de.json", null],
  ],
  Cypress: [
    ["cypress/e2e/login.cy.js", "test"],
    ["cypress/support/commands.js", "test"],
    ["cypress/fixtures/users.json", "data"],
    ["cypress.config.ts", "test"],
    ["cypress.json", "test"],
    ["cypress.env.json", "configuration"],
    ["cypress/screenshots/login.png", "ignored"],
    ["mochawesome-report/mochawesome.json", "ignored"],
  ],
  Playwright: [
    ["e2e/cart.spec.ts", "test"],
    ["tests/pages/cart-page.ts", "test"],
    ["tests/fixtures/session.ts", "test"],
    ["tests/fixtures/users.json", "data"],
    ["tests/cart.spec.ts-snapshots/cart-chromium-linux.png", "test"],
    ["playwright.config.ts", "test"],
    ["playwright-report/index.html", "ignored"],
    ["test-results/.last-run.json", "ignored"],
  ],
  Python: [
    ["shop/cart.py", "application"],
    ["tests/test_cart.py", "test"],
    ["shop/tests.py", "test"],
    ["shop/cart_test.py", "test"],
    ["tests/conftest.py", "test"],
    ["tests/data/orders.json", "data"],
    ["testdata/orders.yaml", "data"],
    ["pytest.ini", "test"],
    ["pyproject.toml", "configuration"],
    ["requirements-dev.txt", "configuration"],
    ["poetry.lock", "configuration"],
    ["features/steps/cart.py", "test"],
    ["features/cart.feature", "test"],
    ["behave.ini", "test"],
    ["shop/__pycache__/cart.cpython-313.pyc", "ignored"],
  ],
  ".NET": [
    ["src/Shop/Cart.cs", "application"],
    ["src/Shop/Views/Cart.cshtml", "application"],
    ["tests/Shop.Tests/CartTests.cs", "test"],
    ["Shop.UnitTests/Orders.cs", "test"],
    ["Shop.Specs/Features/Cart.feature", "test"],
    ["Shop.Tests/TestData/orders.json", "data"],
    ["src/Shop/Shop.csproj", "configuration"],
    ["src/Shop/appsettings.Staging.json", "configuration"],
    ["Directory.Packages.props", "configuration"],
    ["ci.runsettings", "test"],
    ["src/Shop/bin/Debug/net10.0/Shop.dll", "ignored"],
    ["src/Shop/obj/project.assets.json", "ignored"],
  ],
  "Robot Framework": [
    ["suites/login.robot", "test"],
    ["resources/keywords.resource", "test"],
    ["tests/libraries/Orders.py", "test"],
    ["testdata/users.csv", "data"],
    ["tests/users.csv", "data"],
    ["output.xml", "ignored"],
    ["results/log.html", "ignored"],
  ],
  RSpec: [
    ["app/models/order.rb", "application"],
    ["app/views/orders/show.html.erb", "application"],
    ["lib/tasks/orders.rake", "application"],
    ["spec/models/order_spec.rb", "test"],
    ["spec/support/login.rb", "test"],
    ["spec/factories/orders.rb", "data"],
    ["spec/fixtures/orders.yml", "data"],
    ["db/seeds.rb", "data"],
    [".rspec", "test"],
    ["Gemfile.lock", "configuration"],
    ["config/database.yml", "configuration"],
  ],
  Go: [
    ["cart/cart.go", "application"],
    ["cart/cart_test.go", "test"],
    ["cart/testdata/orders.json", "data"],
    ["go.mod", "configuration"],
    ["go.sum", "configuration"],
    ["deploy.sh", "configuration"],
  ],
  Karate: [
    ["src/test/java/users/users.feature", "test"],
    ["src/test/java/karate-config.js", "test"],
    ["src/test/java/users/user.json", "data"],
    ["target/karate-reports/users.html", "ignored"],
  ],
  "any repository": [
    ["README.md", "ignored"],
    // Folders of an application with the names of generated ones.
    ["src/target/audience.ts", "application"],
    ["reports/monthly.py", "application"],
    ["videos/player.ts", "application"],
    ["reports/junit/report.html", "ignored"],
    ["docs/architecture.puml", "ignored"],
    ["LICENSE", "ignored"],
    [".gitignore", "ignored"],
    ["Dockerfile", "configuration"],
    ["docker-compose.test.yml", "configuration"],
    ["k8s/deployment.json", "configuration"],
    [".env.staging", "configuration"],
    ["tools/model.onnx", null],
    ["", null],
    ["folder with spaces/Cart View.java", "application"],
    ["folder\nwith a newline/cart.spec.ts", "test"],
  ],
};

test.for(Object.entries(layouts).flatMap(([layout, paths]) => paths.map((each) => [layout, ...each] as const)))(
  "in %s, %j is %s",
  ([, path, expected]) => {
    expect(pathClassFinder("")(path)).toBe(expected);
  },
);

test("rules of a project take precedence over the built-in rules, and the last one wins", () => {
  const classOf = pathClassFinder(
    "# Everything here is test code\nsrc/main/ test\nsrc/main/resources/ data\n*.onnx application",
  );
  expect(classOf("src/main/java/com/shop/Login.java")).toBe("test");
  expect(classOf("src/main/resources/users.yml")).toBe("data");
  expect(classOf("tools/model.onnx")).toBe("application");
  expect(classOf("src/test/java/LoginTest.java")).toBe("test");
});

test("reports invalid rules and does not apply them", () => {
  const text = "src/\nlib/ tests\n/ test\nsrc/a test data\nlib/a test";
  expect(readPathRules(text)).toEqual({
    valid: "lib/a test",
    problems: [
      { line: 1, reason: "This pattern has no class" },
      { line: 2, reason: "Unknown class; use test, application, configuration, data, ignored" },
      { line: 3, reason: "This pattern matches nothing" },
      { line: 4, reason: "A path has one class" },
    ],
  });
  expect(pathClassFinder(text)("src/a/cart.ts")).toBe("application");
});

test("ignores rules after the limit", () => {
  const { valid, problems } = readPathRules("*.x test\n".repeat(maxPathRules + 5));
  expect(valid.split("\n")).toHaveLength(maxPathRules);
  expect(problems).toEqual([{ line: maxPathRules + 1, reason: `Only the first ${maxPathRules} rules are read` }]);
});

test("all built-in rules and the maximum number of project rules are read together", () => {
  const classOf = pathClassFinder(`${"*.x test\n".repeat(maxPathRules - 1)}*.y data`);
  expect(classOf("a.y")).toBe("data");
});
