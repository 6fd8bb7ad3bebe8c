import { expect, test } from "vitest";
import { only, readReport, readText } from "#testing/read-sample.ts";
import { junit } from "./junit.ts";

/** Minimal output of each tool with the expected framework, file, titles, variant and line. */
test.for([
  [
    "Bun",
    '<testsuites name="bun test"><testsuite name="a.test.ts" file="a.test.ts" assertions="1"><testsuite name="Cart"><testcase name="adds" classname="Cart" file="a.test.ts" line="3" assertions="1"/></testsuite></testsuite></testsuites>',
    ["bun", "a.test.ts", ["Cart", "adds"], "", 3],
  ],
  [
    "Vitest with a name of one's own",
    '<testsuites name="unit" tests="1" failures="0" errors="0"><testsuite name="src/a.test.ts" timestamp="2026-03-01T10:00:00Z" hostname="ci"><testcase classname="src/a.test.ts" name="Cart &gt; adds"/></testsuite></testsuites>',
    ["vitest", "src/a.test.ts", ["Cart", "adds"], "", undefined],
  ],
  [
    "pytest with a name of one's own",
    '<testsuites><testsuite name="unit" errors="0" failures="0" skipped="0" tests="1" time="0.1" timestamp="2026-03-01T10:00:00" hostname="ci"><testcase classname="tests.test_cart.TestCart" name="test_adds"/></testsuite></testsuites>',
    ["pytest", null, ["tests.test_cart.TestCart", "test_adds"], "", undefined],
  ],
  [
    "a logger of .NET, like pytest but for the order",
    '<testsuites><testsuite name="Shop.Tests.dll" tests="1" skipped="0" failures="0" errors="0" time="0.1" timestamp="2026-03-01T10:00:00" hostname="ci"><testcase classname="Shop.Tests.CartTests" name="Adds"/></testsuite></testsuites>',
    ["junit", null, ["Shop.Tests.dll", "Shop.Tests.CartTests", "Adds"], "", undefined],
  ],
  [
    "jest-junit with a name of one's own",
    '<testsuites name="unit" tests="1" failures="0" errors="0"><testsuite name="Cart" errors="0"><testcase classname="Cart adds" name="Cart adds"/></testsuite></testsuites>',
    ["jest", null, ["Cart", "adds"], "", undefined],
  ],
  [
    "jest-junit whose suites are files",
    '<testsuites name="jest tests"><testsuite name="src/a.test.ts"><testcase classname="Cart adds" name="Cart adds"/></testsuite></testsuites>',
    ["jest", "src/a.test.ts", ["Cart adds"], "", undefined],
  ],
  [
    "jest-junit whose classes are files",
    '<testsuites name="jest tests"><testsuite name="Cart"><testcase classname="src/a.test.ts" name="Cart adds"/></testsuite></testsuites>',
    ["jest", "src/a.test.ts", ["Cart adds"], "", undefined],
  ],
  [
    "jest-junit whose classes are describes",
    '<testsuites name="jest tests"><testsuite name="Cart"><testcase classname="Cart" name="Cart adds" file="a.test.ts"/></testsuite></testsuites>',
    ["jest", "a.test.ts", ["Cart", "adds"], "", undefined],
  ],
  [
    "jasmine-reporters, like node:test but for the file",
    '<testsuites><testsuite name="Cart" disabled="0" hostname="localhost" timestamp="2026-03-01T10:00:00"><testcase classname="Cart" name="adds"/></testsuite></testsuites>',
    ["junit", null, ["Cart", "adds"], "", undefined],
  ],
  [
    "Ant, whose class is called test",
    '<testsuite name="test"><testcase classname="test" name="adds"/></testsuite>',
    ["junit", null, ["test", "adds"], "", undefined],
  ],
  [
    "mocha-junit-reporter with a title of one's own, behind its root suite",
    '<testsuites name="E2E"><testsuite name="Root Suite" file="cypress/e2e/a.cy.ts"/><testsuite name="discounts"><testcase name="Cart discounts takes a code" classname="takes a code"/></testsuite></testsuites>',
    ["cypress", "cypress/e2e/a.cy.ts", ["Cart discounts", "takes a code"], "", undefined],
  ],
  [
    "Playwright of 2022",
    '<testsuites id="" name=""><testsuite name="a.spec.ts" hostname=""><testcase name="Cart adds" classname="[chromium] › a.spec.ts:61:3 › Cart › adds"/></testsuite></testsuites>',
    ["playwright", "a.spec.ts", ["Cart", "adds"], "chromium", 61],
  ],
  [
    "Playwright of 2023",
    '<testsuites id="" name=""><testsuite name="a.spec.ts" hostname=""><testcase name="Cart adds" classname="[Mobile Chrome] › a.spec.ts › Cart › adds"/></testsuite></testsuites>',
    ["playwright", "a.spec.ts", ["Cart", "adds"], "Mobile Chrome", undefined],
  ],
  [
    "GoogleTest before 1.10",
    '<testsuites name="AllTests"><testsuite name="Cart"><testcase name="Adds" status="run" classname="Cart"/></testsuite></testsuites>',
    ["gtest", null, ["Cart", "Adds"], "", undefined],
  ],
  [
    "CppUTest",
    '<testsuite name="Cart" hostname="localhost" timestamp="2026-03-01T10:00:00"><testcase classname="shop.Cart" name="Adds" assertions="1" file="tests/Cart.cpp" line="12"/></testsuite>',
    ["cpputest", "tests/Cart.cpp", ["shop.Cart", "Adds"], "", 12],
  ],
  [
    "Pester",
    String.raw`<testsuites name="Pester"><testsuite name="D:\a\shop\shop\tests\Cart.Tests.ps1"><testcase name="Cart.adds" status="Passed" classname="D:\a\shop\shop\tests\Cart.Tests.ps1" assertions="0"/></testsuite></testsuites>`,
    ["pester", "tests/Cart.Tests.ps1", ["Cart.adds"], "", undefined],
  ],
  [
    "an XSLT of NUnit, which counts assertions too",
    '<testsuites><testsuite name="Shop.CartTests" hostname="ci" timestamp="2026-03-01"><testcase classname="Shop.CartTests" name="Adds" status="Passed" assertions="1"/></testsuite></testsuites>',
    ["junit", null, ["Shop.CartTests", "Adds"], "", undefined],
  ],
  [
    "minitest-ci, which names the class in the suite",
    '<testsuite name="CartTest" assertions="1"><testcase name="test_adds" file="test/cart_test.rb" assertions="1"/></testsuite>',
    ["minitest", "test/cart_test.rb", ["CartTest", "test_adds"], "", undefined],
  ],
  [
    "Cucumber of WebdriverIO",
    '<testsuites><testsuite name="Cart"><properties><property name="specId" value="0"/><property name="capabilities" value="chrome.123_0.linux"/><property name="featureFile" value="file:///home/ci/shop/features/cart.feature"/></properties><testcase classname="CucumberJUnitReport-chrome.123_0.linux.Cart" name="adds"/></testsuite></testsuites>',
    ["webdriverio", "features/cart.feature", ["Cart", "adds"], "chrome linux", undefined],
  ],
  [
    "Newman before 6",
    '<testsuites name="Shop API"><testsuite name="Cart / Get" id="691be955-6492-4374-8da1-e8069c99ba0b"><testcase name="is 200" classname="ShopApi"/></testsuite></testsuites>',
    ["newman", null, ["Cart", "Get", "is 200"], "", undefined],
  ],
  [
    "Ginkgo",
    '<testsuites><testsuite name="Suite"><properties><property name="SuiteSucceeded" value="true"/><property name="RandomSeed" value="7"/></properties><testcase name="[It] Cart adds" classname="Suite"/></testsuite></testsuites>',
    ["ginkgo", null, ["Suite", "Cart adds"], "", undefined],
  ],
  [
    "a suite that is called as its file",
    '<testsuites><testsuite name="cart.bats"><testcase classname="cart.bats" name="adds"/></testsuite></testsuites>',
    ["junit", "cart.bats", ["adds"], "", undefined],
  ],
  [
    "a class that is the test once more, in a suite that means nothing",
    '<testsuites><testsuite name="Test Suite"><testcase classname="Login" name="Login" status="SUCCESS"/></testsuite></testsuites>',
    ["junit", null, ["Login"], "", undefined],
  ],
  [
    "a binary of Cargo, with the hash of a build",
    '<testsuites><testsuite name="unittests src/lib.rs (target/debug/deps/shop-9ef75a1d2685e2f8)"><testcase name="cart::adds"/></testsuite></testsuites>',
    ["junit", null, ["unittests src/lib.rs", "cart::adds"], "", undefined],
  ],
  [
    "an assembly with the folders of a machine",
    '<testsuites><testsuite name="/Users/ada/shop/bin/Shop.Tests.dll"><testcase classname="Shop.CartTests" name="Adds"/></testsuite></testsuites>',
    ["junit", null, ["Shop.Tests.dll", "Shop.CartTests", "Adds"], "", undefined],
  ],
  [
    "a suite of a known writer behind one that nobody is known by",
    '<testsuites><testsuite name="broken"><testcase classname="broken" name="[build failed]"/></testsuite><testsuite name="cart"><properties><property name="go.version" value="go1.24"/></properties><testcase classname="cart" name="TestAdds"/></testsuite></testsuites>',
    ["go", null, ["broken", "[build failed]"], "", undefined],
  ],
  [
    "k6, whose suites have no time, like those of Xcode",
    '<testsuites tests="1" failures="0"><testsuite name="k6 thresholds" tests="1" failures="0"><testcase name="http_req_duration"/></testsuite></testsuites>',
    ["junit", null, ["k6 thresholds", "http_req_duration"], "", undefined],
  ],
  [
    "xcpretty",
    '<testsuites tests="1" failures="0"><testsuite name="Shop.TillTests" tests="1" failures="0"><testcase classname="Shop.TillTests" name="testOpens" time="0.1"/></testsuite></testsuites>',
    ["xctest", null, ["Shop.TillTests", "testOpens"], "", undefined],
  ],
  [
    "Boost.Test, which names the file",
    '<testsuite tests="1" errors="0" failures="0" id="0" name="Till"><testcase assertions="1" name="opens" file="till.cpp" line="4"/></testsuite>',
    ["boost-test", "till.cpp", ["Till", "opens"], "", 4],
  ],
] as const)("%s", async ([, text, [framework, file, titlePath, variant, line]]) => {
  const events = await readText(junit, text);
  const [first] = only("test", events);
  const run = Object.assign({}, ...only("run", events)) as { framework?: string };
  expect([run.framework, first?.file, first?.titlePath, first?.variant, first?.line]).toEqual([
    framework,
    file,
    titlePath,
    variant,
    line,
  ]);
});

const report = (version: string) =>
  `<testsuite name="Till"><testcase classname="Chrome ${version} (Linux)" name="opens"/><testcase classname="shop.Till" name="pays[js, browser, ChromeHeadless${version}, Linux]"/></testsuite>`;

test("a class that is only a browser with its version is the variant, and Kotlin's environment has no versions", async () => {
  const { tests } = await readReport(junit, report("140.0.7339"));
  expect(tests).toMatchObject([
    { titlePath: ["Till", "opens"], variant: "Chrome Linux", browser: "chrome" },
    { titlePath: ["Till", "shop.Till", "pays[js, browser, ChromeHeadless, Linux]"] },
  ]);
  expect((await readReport(junit, report("141.0.7390.54"))).tests).toEqual(tests);
});

const namedAfterFile = (file: string) =>
  `<testsuites name="${file}" tests="1" failures="0"><testsuite name="${file}" tests="1" failures="0"><testcase classname="shop.Till" name="opens"/></testsuite></testsuites>`;

test("a root that is named after its file has the same tests in every run", async () => {
  const { titles, run } = await readReport(junit, namedAfterFile("results/report_4.xml"));
  expect([titles, run.suite]).toEqual([["shop.Till › opens"], "report_4"]);
  expect((await readReport(junit, namedAfterFile("out/junit-20261128-101112.xml"))).titles).toEqual(titles);
  expect((await readReport(junit, namedAfterFile("smoke.xml"))).titles).toEqual(["smoke.xml › shop.Till › opens"]);
});
