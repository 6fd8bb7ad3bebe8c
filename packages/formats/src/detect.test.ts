import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { detect } from "./detect.ts";
import { formatById, formats } from "./registry.ts";

const verdict = (head: string, bytes?: Uint8Array) => {
  const found = detect(head, bytes);
  return "format" in found ? found.format.id : found.declined;
};

test.for([
  ["<testsuites/>", "junit"],
  ["\ufeff\n<?xml version='1.0'?><!-- c --><testsuite name='a'>", "junit"],
  ["<testcase name='alone'/>", "junit"],
  ["> npm test\n\n<?xml version='1.0'?>\n<testsuites>", "junit"],
  ["<!DOCTYPE t [<!ENTITY a 'b'>]><testsuites/>", "junit"],
  ["<test-run id='2'/>", "nunit"],
  ["<!-- c --><test-results name='a'>", "nunit"],
  ["<testng-results/>", "testng"],
  ["<e:events xmlns:e='https://schemas.opentest4j.org/reporting/events/0.2.0'>", "open-test-reporting"],
  ["<h:execution xmlns:h='https://schemas.opentest4j.org/reporting/hierarchy/0.2.0'>", "open-test-reporting"],
  ["TAP version 13\n", "tap"],
  ["\n# a comment\nnot ok 1 - a\n", "tap"],
  ["1..0 # SKIP all\r\n", "tap"],
  ['# p\nx.go:1: undefined: y\n{"Time":"t","Action":"run","Package":"p"}', "go-test-json"],
  ['{"meta":{"protocolVersion":"32.2.0"}}\n{"source":{}}\n', "cucumber-messages"],
  ['> npm test\n{"source" : {"uri":"a.feature","data":"', "cucumber-messages"],
  ["<robot generator='Robot 7.2'>", "robot-output"],
  ['<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">', "trx"],
  ["<assemblies timestamp='x'/>", "xunit"],
  ["<assembly name='a.dll' run-date='2026-01-01'><class name='c'/></assembly>", "xunit"],
  ['{"config":{},"suites":[]}', "playwright-json"],
  ['\n> npm test\n{"config":{"metadata":{}},"errors":[],"suites":[]}', "playwright-json"],
  ['{"stats":{},"results":[],"meta":{"mochawesome":{}}}', "mochawesome"],
  ['{"results":{"tool":{"name":"x"},"summary":{},"tests":[]}}', "ctrf"],
  ['{"numTotalTests":1,"testResults":[]}', "jest-json"],
  ['{"stats":{},"tests":[],"passes":[]}', "mocha-json"],
  ['["start",{"total":2}]\n', "mocha-json-stream"],
  ["[]", "cucumber-json"],
  ['[INFO] log\n[{"uri":"a","keyword":"Feature","elements":[]}]', "cucumber-json"],
  ['{"start":"","capabilities":{},"framework":"mocha","suites":[]}', "wdio-json"],
  ['{"created":1,"duration":1,"exitcode":0,"root":"/x"}', "pytest-json-report"],
  ['[{"name":"a","status":"PASS","authorSet":[]}]', "extent-json"],
  ['{"version":"3","examples":[],"summary_line":""}', "rspec-json"],
  ['{"tests":1,"name":"AllTests","testsuites":[]}', "gtest-json"],
  ['{"startTime":"","userAgents":[],"fixtures":[]}', "testcafe-json"],
  ['{"generator":"Robot 7.1","generated":"","rpa":false,"suite":{}}', "robot-json"],
  ['{"protocolVersion":"0.1.1","runnerVersion":"1.15.4","pid":7,"type":"start","time":0}', "dart-json"],
  ['{"failedCount":0,"relativePath":"cart.feature","scenarioResults":[]}', "karate-json"],
  ['{"collection":{"item":[]},"environment":{},"globals":{},"run":{"executions":[]}}', "newman-json"],
  ['{"runs":[],"totalTests":0}', "cypress-module-api"],
  ['{"status":"failed","failures":1,"message":"Could not find Cypress tests"}', "cypress-module-api"],
] as const)("%s is %s", ([head, id]) => {
  expect(verdict(head)).toBe(id);
});

test.for([
  ["", "empty"],
  [" \n\t\n", "empty"],
  ["<!DOCTYPE html><html><body>502</body></html>", "HTML page"],
  ["<html><title>Playwright Test Report</title>", "Playwright's HTML report"],
  ["<html><script src='mochawesome.js'></script>", "mochawesome.json that was written next to it"],
  ["<!DOCTYPE html><html><meta name='Generator' content='Robot Framework 7.2'>", "output.xml"],
  ["<suite name='s'><test><classes/></test></suite>", "definition of a TestNG suite"],
  ["<coverage line-rate='1'>", "coverage report"],
  ["<project>", "<project>"],
  ['{"log":{"version":"1.2","creator":{}}}', "HAR"],
  ['{"status":"failed","failedTests":[]}', ".last-run.json"],
  ['{"collection":{"item":[],"info":{"schema":"https://schema.getpostman.com"}}}', "a Postman collection"],
  ['{"report":{},"name":"cart","httpOutput":[]}', "the XML file next to it"],
  ['{ "type": "suite", "event": "started", "test_count": 6 }\n', "cargo-nextest"],
  ['{"devices":[],"reportCreatedOn":"","tests":[{"fullTestPath":"a.b"}]}', "Unreal Engine"],
  ['{"lines":{"a":1}}', '"lines"'],
  ["=== RUN   TestA\nok 1\n", "go test -v"],
  ["Error: expected 4\nat Object.<anonymous>", 'begins with "Error: expected 4'],
] as const)("%s is rejected with its type: %s", ([head, part]) => {
  expect(verdict(head)).toMatch(/^(This is|The file is|Plain text that) /);
  expect(verdict(head)).toContain(part);
});

test.for([
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), "PNG"],
  [Buffer.from("PK\x03\x04rest"), "zip archive"],
  [Buffer.from("PK\x05\x06rest"), "empty zip"],
  [Buffer.from([0x1f, 0x8b, 8]), "gzip"],
  [Buffer.from([1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), "binary"],
] as const)("bytes %j are rejected: %s", ([bytes, part]) => {
  expect(verdict(bytes.toString("utf8"), bytes)).toContain(part);
});

test("detects a hostile start in linear time", () => {
  for (const part of ["<!--", "<![", "[", '{"a":', '"pattern"', "SF:\n", "ok\n", "<!DOCTYPE [", "] ", " "]) {
    expect(verdict(part.repeat(64_000 / part.length)).length).toBeGreaterThan(0);
  }
});

test("finds every format by its id", () => {
  for (const format of formats) expect(formatById(format.id)).toBe(format);
  expect(formatById("nothing")).toBeUndefined();
});
