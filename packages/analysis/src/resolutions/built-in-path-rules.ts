import type { PathClass } from "@plumb/contract/failures/resolution-kinds.ts";

const codeEndings = `
  java kt scala groovy clj js jsx mjs cjs ts mts cts tsx vue svelte astro py rb go rs cs fs vb php c h cc cpp hpp m mm swift dart ex exs erl elm lua pl r rake
  html htm xhtml jsp ejs erb haml slim pug hbs twig cshtml razor xaml css scss sass less sql graphql gql proto storyboard xib
  svg png jpg jpeg gif webp ico woff woff2 ttf otf mp3 mp4`;

/** Folders that contain tests in any layout. */
const testFolders = `
  test tests Test Tests spec specs __tests__ __test__ __mocks__ e2e E2E cypress playwright androidTest integrationTest functionalTest testFixtures
  acceptance integration-tests integration_tests unit-tests e2e-tests ui-tests api-tests test-utils testing step_definitions step-definitions
  stepDefinitions StepDefinitions stepDefinition stepdefs stepDefs page_objects page-objects pageobjects pageObjects PageObjects pageObject PageObject`;

const testFolderPatterns =
  "*-e2e *-tests *_tests *.Tests *.Test *.UnitTests *.IntegrationTests *.FunctionalTests *.AcceptanceTests *.Specs";

const testFiles = `
  *-spec.js *-spec.ts *-test.js *-test.ts *_spec.js *_test.js *_test.ts
  *Test.java *Tests.java *TestCase.java *IT.java *ITCase.java Test*.java *Steps.java *StepDefs.java *StepDefinitions.java *Page.java *PageObject.java
  *Test.kt *Tests.kt *Spec.kt *Test.groovy *Spec.groovy *Test.scala *Spec.scala *Suite.scala
  *Test.cs *Tests.cs *Spec.cs *Specs.cs *Steps.cs *StepDefinitions.cs *Test.vb *Tests.vb *Test.fs *Tests.fs
  test_*.py *_test.py *_tests.py tests.py conftest.py *_steps.py
  *_spec.rb *_test.rb test_*.rb *_steps.rb spec_helper.rb rails_helper.rb
  *_test.go *_test.dart *_test.exs *_test.cc *_test.cpp *Test.php *Cest.php *Cept.php *Test.swift *Tests.swift *UITests.swift
  *.feature *.robot *.resource *.story *.side *.snap *.postman_collection.json`;

const runnerFiles = `
  playwright.config.* playwright-*.config.* cypress.json cypress.config.* jest.config.* jest.setup.* jest-*.config.* vitest.config.* vitest.setup.* vitest.workspace.*
  wdio.conf.* wdio.*.conf.* protractor.conf.* karma.conf.* nightwatch.conf.* .mocharc* codecept.conf.* cucumber.js cucumber.mjs cucumber.cjs cucumber.json
  testng.xml testng*.xml TestNG.xml pytest.ini .rspec behave.ini karate-config*.js phpunit.xml phpunit.xml.dist codeception.yml junit-platform.properties
  cucumber.properties *.runsettings xunit.runner.json specflow.json reqnroll.json setupTests.js setupTests.ts`;

const dataEndings = "json csv tsv xml xlsx yaml yml txt sql pdf zip html";
const dataFolders = "fixtures fixture testdata testData TestData test-data test_data test-resources testResources";

const configurationFiles = `
  *.yml *.yaml *.toml *.ini *.cfg *.conf *.properties *.env .env .env.* *.config *.gradle *.gradle.kts *.sbt *.tf *.tfvars *.sh *.bash *.bat *.cmd *.ps1
  *.csproj *.fsproj *.vbproj *.sln *.slnx *.props *.targets *.lock *.lockb *.podspec *.xcconfig *.pbxproj *.xcscheme
  package.json package-lock.json npm-shrinkwrap.json pnpm-lock.yaml composer.json packages.lock.json Package.resolved go.mod go.sum go.work
  pom.xml build.xml ivy.xml settings.xml web.xml logback*.xml log4j*.xml gradlew mvnw .nvmrc .node-version .python-version .ruby-version .tool-versions .npmrc .yarnrc
  requirements*.txt constraints*.txt CMakeLists.txt setup.py Pipfile Gemfile Rakefile Podfile Fastfile Makefile Procfile* Jenkinsfile* *.jar *.exe Dockerfile* *.dockerfile
  tsconfig*.json jsconfig.json angular.json nx.json lerna.json turbo.json project.json workspace.json firebase.json vercel.json netlify.toml appsettings*.json
  launchSettings.json cypress.env.json global.json NuGet.Config nuget.config babel.config.* .babelrc* webpack.*.js *.config.js *.config.ts *.config.mjs *.config.cjs *.config.mts .browserslistrc
  .github/workflows/ .github/actions/ .circleci/ .buildkite/ .husky/ k8s/ kubernetes/ helm/ charts/ terraform/ ansible/`;

const testRoots = "test tests Test Tests spec e2e cypress playwright __tests__";

const ignoredFiles = `
  *.md *.mdx *.rst *.adoc *.asciidoc LICENSE* LICENCE* NOTICE* AUTHORS CODEOWNERS CHANGELOG* README* CONTRIBUTING* /docs/ /doc/
  .gitignore .gitattributes .gitkeep .keep .mailmap .editorconfig .dockerignore .npmignore .prettierignore .prettierrc* prettier.config.* .eslintignore .eslintrc* eslint.config.*
  .stylelintrc* .rubocop* .flake8 .pylintrc .idea/ .vscode/ .vs/ .settings/ .metadata/ .claude/ .cursor/ .cursorrules .classpath .project *.iml .DS_Store Thumbs.db
  node_modules/ vendor/bundle/ dist/ /build/ /target/ **/target/classes/ **/target/test-classes/ **/target/*-reports/ **/target/generated-sources/ **/obj/Debug/ **/obj/Release/ **/obj/project.assets.json **/bin/Debug/ **/bin/Release/ .next/ .nuxt/ .gradle/ .mvn/ __pycache__/ .pytest_cache/ *.egg-info/
  *.class *.pyc *.pyo *.o *.min.js *.min.css *.js.map *.css.map *.tsbuildinfo *.log *.log.* *.bak *.orig *.swp
  /coverage/ **/coverage/lcov-report/ htmlcov/ .nyc_output/ lcov.info .coverage .last-run.json
  test-output/ test-reports/ test-report/ test-results/ test_results/ TestResults/ surefire-reports/ playwright-report/ allure-results/ allure-report/ mochawesome-report/ cucumber-reports/
  extent-reports/ ExtentReports/ karate-reports/ **/cypress/screenshots/ **/cypress/videos/ **/cypress/reports/ **/cypress/results/ /reports/**/*.html /reports/**/*.xml /reports/**/*.json /report/**/*.html /report/**/*.xml /report/**/*.json /logs/
  /screenshots/**/*.png /Screenshots/**/*.png /videos/**/*.mp4
  output.xml log.html report.html xunit.xml emailable-report.html testng-results.xml testng-failed.xml junit*.xml TEST-*.xml *.trx *-output.txt *_output.txt *-results.txt *_results.txt *_result.txt *-results.json *_results.json test-results.* test-output.* results.xml *_output_*.txt *.webm trace.zip`;

/** Order matters: the last matching rule wins. */
const builtIn: readonly (readonly [PathClass, string])[] = [
  [
    "application",
    words(codeEndings)
      .map((ending) => `*.${ending}`)
      .join(" "),
  ],
  ["data", "seeds/ seeders/ db/seeds.rb seed.ts seed.js seed.py seed.sql *.seed.sql"],
  [
    "test",
    words(testFolders)
      .map((folder) => `${folder}/`)
      .join(" "),
  ],
  [
    "test",
    words(testFolderPatterns)
      .map((folder) => `${folder}/`)
      .join(" "),
  ],
  ["test", "**/java/**/pages/ **/java/**/page/ features/step_definitions/ features/support/ features/steps/"],
  ["data", "*.csv *.tsv *.xlsx *.xls *.parquet"],
  // Resources of tests are data, except for their code and configuration below.
  ["data", "**/src/test/resources/ **/src/it/resources/ **/src/integrationTest/resources/"],
  ["data", inside(testRoots, "json xml txt sql pdf zip")],
  ["configuration", configurationFiles],
  ["data", inside(dataFolders, dataEndings)],
  ["data", "**/spec/factories/ **/test/factories/ **/tests/factories/ **/database/factories/"],
  ["test", dotted("test tests spec cy e2e e2e-spec", "js jsx mjs cjs ts mts cts tsx vue svelte dart php")],
  ["test", testFiles],
  ["test", runnerFiles],
  ["ignored", ignoredFiles],
];

/** One rule per line, as in the rules of a project. */
export const builtInPathRules: string = builtIn
  .flatMap(([name, patterns]) => words(patterns).map((pattern) => `${pattern} ${name}`))
  .join("\n");

function inside(folders: string, endings: string): string {
  return words(folders)
    .flatMap((folder) => words(endings).map((ending) => `**/${folder}/**/*.${ending}`))
    .join(" ");
}

function dotted(names: string, endings: string): string {
  return words(names)
    .flatMap((name) => words(endings).map((ending) => `*.${name}.${ending}`))
    .join(" ");
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
