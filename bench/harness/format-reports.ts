/** A report in one format that repeats the same test. Every tenth test fails. */
export interface ReportShape {
  /** Id of the format. */
  readonly format: string;
  readonly head: string;
  readonly test: (index: number, failed: boolean) => string;
  readonly between?: string;
  readonly tail: string;
}

const stack = Array.from({ length: 12 }, (_, line) => `    at shop.Cart.add (src/cart.ts:${line + 10}:5)`).join("\\n");
const xmlStack = stack.replaceAll("\\n", "\n");
const seconds = 1_772_359_200;

const mochaTest = (index: number, failed: boolean) =>
  `{"title":"adds ${index}","fullTitle":"Cart adds ${index}","file":"/w/test/cart.js","duration":12,"currentRetry":0,"speed":"fast","err":${failed ? `{"message":"expected 1","stack":"Error: expected 1\\n${stack}"}` : "{}"}}`;

const pickle = (index: number) =>
  `{"pickle":{"id":"p${index}","uri":"features/cart.feature","name":"Adds ${index}","astNodeIds":["s1"],"tags":[{"name":"@smoke"}],"steps":[{"id":"ps${index}","text":"I add","astNodeIds":["n1"]}]}}\n{"testCase":{"id":"c${index}","pickleId":"p${index}","testSteps":[{"id":"t${index}","pickleStepId":"ps${index}"}]}}\n`;

/** Shapes of all formats that consist of a single file and are read as a stream, except those that other benches use. */
export const reportShapes: readonly ReportShape[] = [
  {
    format: "junit",
    head: '<testsuites><testsuite name="cart">',
    test: (index, failed) =>
      `<testcase classname="shop.Cart" name="adds ${index}" time="0.012">${failed ? `<failure message="expected 1" type="Error">${xmlStack}</failure>` : ""}</testcase>\n`,
    tail: "</testsuite></testsuites>",
  },
  {
    format: "nunit",
    head: '<test-run id="2"><test-suite type="Assembly" name="Shop.dll"><test-suite type="TestFixture" name="Cart" fullname="Shop.Cart">',
    test: (index, failed) =>
      `<test-case name="Adds${index}" fullname="Shop.Cart.Adds${index}" classname="Shop.Cart" result="${failed ? "Failed" : "Passed"}" start-time="2026-03-01 10:00:00Z" duration="0.012"><properties><property name="Category" value="smoke"/></properties>${failed ? `<failure><message>expected 1</message><stack-trace>${xmlStack}</stack-trace></failure>` : ""}</test-case>\n`,
    tail: "</test-suite></test-suite></test-run>",
  },
  {
    format: "testng",
    head: '<testng-results><suite name="Shop"><test name="Cart"><class name="shop.Cart">',
    test: (index, failed) =>
      `<test-method status="${failed ? "FAIL" : "PASS"}" signature="adds${index}()" name="adds${index}" duration-ms="12" started-at="2026-03-01T10:00:00Z">${failed ? `<exception class="Error"><message><![CDATA[expected 1]]></message><full-stacktrace><![CDATA[${xmlStack}]]></full-stacktrace></exception>` : ""}<reporter-output></reporter-output></test-method>\n`,
    tail: "</class></test></suite></testng-results>",
  },
  {
    format: "trx",
    head: '<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>',
    test: (index, failed) =>
      `<UnitTestResult executionId="e${index}" testId="t${index}" testName="Shop.Cart.Adds${index}" duration="00:00:00.0120000" startTime="2026-03-01T10:00:00Z" outcome="${failed ? "Failed" : "Passed"}">${failed ? `<Output><ErrorInfo><Message>expected 1</Message><StackTrace>${xmlStack}</StackTrace></ErrorInfo></Output>` : ""}</UnitTestResult>\n`,
    tail: "</Results></TestRun>",
  },
  {
    format: "xunit",
    head: '<assemblies><assembly name="Shop.dll"><collection name="Cart">',
    test: (index, failed) =>
      `<test name="Shop.Cart.Adds${index}" type="Shop.Cart" method="Adds${index}" time="0.012" result="${failed ? "Fail" : "Pass"}">${failed ? `<failure exception-type="Error"><message>expected 1</message><stack-trace>${xmlStack}</stack-trace></failure>` : ""}</test>\n`,
    tail: "</collection></assembly></assemblies>",
  },
  {
    format: "robot-output",
    head: '<robot generator="Robot 7.2 (Python 3.12.1 on linux)"><suite name="Cart" source="/w/cart.robot">',
    test: (index, failed) =>
      `<test name="Adds ${index}" line="5"><kw name="Should Be Equal" owner="BuiltIn"><arg>1</arg><arg>1</arg><msg level="INFO">checked</msg><status status="${failed ? "FAIL" : "PASS"}" elapsed="0.012">${failed ? "expected 1" : ""}</status></kw><tag>smoke</tag><status status="${failed ? "FAIL" : "PASS"}" start="2026-03-01T10:00:00" elapsed="0.012">${failed ? "expected 1" : ""}</status></test>\n`,
    tail: '<status status="FAIL" elapsed="1"/></suite></robot>',
  },
  {
    format: "robot-json",
    head: '{"generator":"Robot 7.2 (Python 3.12.1 on linux)","rpa":false,"suite":{"name":"Cart","source":"/w/cart.robot","tests":[',
    test: (index, failed) =>
      `{"name":"Adds ${index}","lineno":5,"status":"${failed ? "FAIL" : "PASS"}","message":"${failed ? "expected 1" : ""}","elapsed_time":0.012,"tags":["smoke"],"body":[{"name":"Should Be Equal","owner":"BuiltIn","args":["1","1"],"status":"PASS","elapsed_time":0.012,"body":[{"type":"MESSAGE","level":"INFO","message":"checked"}]}]}`,
    between: ",\n",
    tail: "]}}",
  },
  {
    format: "cucumber-messages",
    head: '{"meta":{"protocolVersion":"32.2.0"}}\n{"gherkinDocument":{"uri":"features/cart.feature","feature":{"name":"Cart","children":[{"scenario":{"id":"s1","name":"Adds","steps":[{"id":"n1","keyword":"When ","text":"I add"}]}}]}}}\n',
    test: (index, failed) =>
      `${pickle(index)}{"testCaseStarted":{"id":"r${index}","testCaseId":"c${index}","attempt":0,"timestamp":{"seconds":${seconds},"nanos":0}}}\n{"testStepFinished":{"testCaseStartedId":"r${index}","testStepId":"t${index}","testStepResult":{"status":"${failed ? "FAILED" : "PASSED"}","message":"${failed ? `Error: expected 1\\n${stack}` : ""}","duration":{"seconds":0,"nanos":12000000}}}}\n{"testCaseFinished":{"testCaseStartedId":"r${index}","willBeRetried":false,"timestamp":{"seconds":${seconds},"nanos":12000000}}}\n`,
    tail: '{"testRunFinished":{"success":false}}\n',
  },
  {
    format: "cucumber-json",
    head: '[{"uri":"features/cart.feature","keyword":"Feature","name":"Cart","elements":[',
    test: (index, failed) =>
      `{"type":"scenario","keyword":"Scenario","name":"Adds ${index}","line":5,"tags":[{"name":"@smoke"}],"steps":[{"keyword":"When ","name":"I add","line":6,"result":{"status":"${failed ? "failed" : "passed"}","duration":12000000${failed ? `,"error_message":"Error: expected 1\\n${stack}"` : ""}}}]}`,
    between: ",\n",
    tail: "]}]",
  },
  {
    format: "go-test-json",
    head: '{"Time":"2026-03-01T10:00:00Z","Action":"start","Package":"shop/cart"}\n',
    test: (index, failed) =>
      `{"Time":"2026-03-01T10:00:00Z","Action":"run","Package":"shop/cart","Test":"TestAdds${index}"}\n{"Time":"2026-03-01T10:00:00Z","Action":"output","Package":"shop/cart","Test":"TestAdds${index}","Output":"    cart_test.go:9: expected 1\\n"}\n{"Time":"2026-03-01T10:00:00.012Z","Action":"${failed ? "fail" : "pass"}","Package":"shop/cart","Test":"TestAdds${index}","Elapsed":0.012}\n`,
    tail: '{"Time":"2026-03-01T10:00:01Z","Action":"fail","Package":"shop/cart","Elapsed":1}\n',
  },
  {
    format: "tap",
    head: "TAP version 13\n",
    test: (index, failed) =>
      `${failed ? "not ok" : "ok"} ${index + 1} - adds ${index}\n  ---\n  duration_ms: 12\n${failed ? `  message: 'expected 1'\n  stack: |-\n${xmlStack}\n` : ""}  ...\n`,
    tail: "# end\n",
  },
  {
    format: "open-test-reporting",
    head: '<e:events xmlns="https://schemas.opentest4j.org/reporting/core/0.2.0" xmlns:e="https://schemas.opentest4j.org/reporting/events/0.2.0">',
    test: (index, failed) =>
      `<e:started id="${index}" name="adds${index}()" time="2026-03-01T10:00:00Z"/><e:finished id="${index}" time="2026-03-01T10:00:00.012Z"><result status="${failed ? "FAILED" : "SUCCESSFUL"}">${failed ? "<reason>expected 1</reason>" : ""}</result></e:finished>\n`,
    tail: "</e:events>",
  },
  {
    format: "ctrf",
    head: '{"results":{"tool":{"name":"jest"},"summary":{},"tests":[',
    test: (index, failed) =>
      `{"name":"adds ${index}","status":"${failed ? "failed" : "passed"}","duration":12,"suite":["Cart"],"filePath":"test/cart.ts","tags":["smoke"]${failed ? `,"message":"expected 1","trace":"${stack}"` : ""}}`,
    between: ",\n",
    tail: "]}}",
  },
  {
    format: "mochawesome",
    head: '{"stats":{},"results":[{"title":"","file":"/test/cart.js","fullFile":"/w/test/cart.js","suites":[{"title":"Cart","tests":[',
    test: (index, failed) =>
      `{"title":"adds ${index}","fullTitle":"Cart adds ${index}","duration":12,"state":"${failed ? "failed" : "passed"}","pass":${!failed},"fail":${failed},"pending":false,"code":"expect(1)","err":${failed ? `{"message":"expected 1","estack":"${stack}"}` : "{}"}}`,
    between: ",\n",
    tail: ']}]}],"meta":{"mochawesome":{"version":"7.1.3"}}}',
  },
  {
    format: "jest-json",
    head: '{"numTotalTests":1,"numRuntimeErrorTestSuites":0,"testResults":[',
    test: (index, failed) =>
      `{"name":"/w/src/cart${index}.test.ts","status":"${failed ? "failed" : "passed"}","startTime":1772359200000,"endTime":1772359200100,"message":"","assertionResults":[{"ancestorTitles":["Cart"],"title":"adds ${index}","status":"${failed ? "failed" : "passed"}","duration":12,"failureMessages":[${failed ? `"Error: expected 1\\n${stack}"` : ""}]}]}`,
    between: ",\n",
    tail: "]}",
  },
  {
    format: "mocha-json",
    head: '{"stats":{},"tests":[',
    test: mochaTest,
    between: ",\n",
    tail: '],"passes":[],"failures":[]}',
  },
  {
    format: "mocha-json-stream",
    head: '["start",{"total":1}]\n',
    test: (index, failed) => `["${failed ? "fail" : "pass"}",${mochaTest(index, failed)}]\n`,
    tail: '["end",{}]\n',
  },
  {
    format: "cypress-module-api",
    head: '{"totalTests":1,"runs":[',
    test: (index, failed) =>
      `{"spec":{"relative":"cypress/e2e/cart${index}.cy.ts"},"tests":[{"title":["Cart","adds ${index}"],"state":"${failed ? "failed" : "passed"}","displayError":${failed ? `"Error: expected 1\\n${stack}"` : "null"},"attempts":[{"state":"${failed ? "failed" : "passed"}"}],"duration":12}]}`,
    between: ",\n",
    tail: "]}",
  },
  {
    format: "wdio-json",
    head: '{"start":"","capabilities":{"browserName":"chrome"},"framework":"mocha","suites":[',
    test: (index, failed) =>
      `{"name":"Cart ${index}","tests":[{"name":"adds ${index}","start":"2026-03-01T10:00:00Z","end":"2026-03-01T10:00:00.012Z","duration":12,"state":"${failed ? "failed" : "passed"}"${failed ? `,"error":{"message":"expected 1","stack":"${stack}"}` : ""}}],"hooks":[]}`,
    between: ",\n",
    tail: '],"specs":["file:///w/cart.ts"]}',
  },
  {
    format: "pytest-json-report",
    head: '{"created":1772359200,"duration":1,"exitcode":1,"root":"/w","tests":[',
    test: (index, failed) =>
      `{"nodeid":"tests/test_cart.py::test_adds[${index}]","lineno":3,"outcome":"${failed ? "failed" : "passed"}","keywords":["smoke"],"setup":{"duration":0.001,"outcome":"passed"},"call":{"duration":0.012,"outcome":"${failed ? "failed" : "passed"}"${failed ? `,"crash":{"path":"/w/tests/test_cart.py","lineno":4,"message":"expected 1"},"longrepr":"${stack}"` : ""}},"teardown":{"duration":0.001,"outcome":"passed"}}`,
    between: ",\n",
    tail: "]}",
  },
  {
    format: "extent-json",
    head: "[",
    test: (index, failed) =>
      `{"name":"Adds ${index}","status":"${failed ? "FAIL" : "PASS"}","authorSet":[],"categorySet":[{"name":"smoke"}],"children":[],"logs":[{"status":"${failed ? "FAIL" : "PASS"}","details":"checked"}]}`,
    between: ",\n",
    tail: "]",
  },
  {
    format: "rspec-json",
    head: '{"version":"3.13.0","examples":[',
    test: (index, failed) =>
      `{"id":"${index}","description":"adds ${index}","full_description":"Cart adds ${index}","status":"${failed ? "failed" : "passed"}","file_path":"./spec/cart_spec.rb","line_number":3,"run_time":0.012${failed ? `,"exception":{"class":"Error","message":"expected 1","backtrace":["./spec/cart_spec.rb:4"]}` : ""}}`,
    between: ",\n",
    tail: '],"summary_line":""}',
  },
  {
    format: "gtest-json",
    head: '{"tests":1,"name":"AllTests","testsuites":[',
    test: (index, failed) =>
      `{"name":"Cart${index}","testsuite":[{"name":"Adds","file":"src/cart.cc","line":2,"status":"RUN","result":"COMPLETED","time":"0.012s","classname":"Cart${index}"${failed ? ',"failures":[{"failure":"src/cart.cc:3\\nexpected 1","type":""}]' : ""}}]}`,
    between: ",\n",
    tail: "]}",
  },
  {
    format: "testcafe-json",
    head: '{"startTime":"","userAgents":["Chrome 120"],"fixtures":[',
    test: (index, failed) =>
      `{"name":"Cart ${index}","path":"/w/tests/cart.ts","meta":{},"tests":[{"name":"adds ${index}","meta":{},"errs":[${failed ? `"expected 1\\n\\nBrowser: Chrome\\n\\n${stack}"` : ""}],"durationMs":12,"skipped":false}]}`,
    between: ",\n",
    tail: "]}",
  },
  {
    format: "karate-json",
    head: '{"failedCount":0,"relativePath":"shop/cart.feature","scenarioResults":[',
    test: (index, failed) =>
      `{"name":"adds ${index}","line":${index + 1},"exampleIndex":-1,"startTime":${seconds}000,"durationMillis":12,"failed":${failed},"stepResults":[{"step":{"line":4,"prefix":"When","text":"method get"},"result":{"status":"passed","nanos":9000000},"stepLog":"1 > GET https://shop.example\\n1 < 200\\n{}\\n"},{"step":{"line":5,"prefix":"Then","text":"status 200"},"result":{"status":"${failed ? "failed" : "passed"}","nanos":1${failed ? ',"errorMessage":"status code was: 409, expected: 200"' : ""}}}]}`,
    between: ",",
    tail: "]}",
  },
  {
    format: "newman-json",
    head: '{"collection":{"item":[{"id":"i","name":"Cart"}],"info":{"name":"Shop"}},"environment":{},"globals":{},"run":{"executions":[',
    test: (index, failed) =>
      `{"cursor":{"ref":"r${index}"},"item":{"id":"i","name":"Cart"},"id":"i","request":{"url":"https://shop.example/cart","method":"GET"},"response":{"code":200,"status":"OK","responseTime":12,"stream":{"type":"Buffer","data":[123,125]}},"assertions":[{"assertion":"adds ${index}","skipped":false${failed ? ',"error":{"name":"AssertionError","message":"expected 1"}' : ""}}]}`,
    between: ",",
    tail: "]}}",
  },
  {
    format: "dart-json",
    head: '{"protocolVersion":"0.1.1","runnerVersion":"1.25.0","type":"start","time":0}\n{"suite":{"id":0,"platform":"vm","path":"/w/test/cart_test.dart"},"type":"suite","time":0}\n',
    test: (index, failed) =>
      `{"test":{"id":${index + 1},"name":"adds ${index}","suiteID":0,"groupIDs":[],"line":3,"metadata":{"skip":false}},"type":"testStart","time":0}\n${failed ? `{"testID":${index + 1},"error":"expected 1","stackTrace":"${stack}","isFailure":true,"type":"error","time":10}\n` : ""}{"testID":${index + 1},"result":"${failed ? "failure" : "success"}","skipped":false,"hidden":false,"type":"testDone","time":12}\n`,
    tail: '{"success":false,"type":"done","time":99}\n',
  },
];

/** Yields the text in chunks of about 64 kB, as when reading a file. */
export function* reportPieces(shape: ReportShape, count: number): Generator<string> {
  let piece = shape.head;
  for (let index = 0; index < count; index++) {
    if (index > 0) piece += shape.between ?? "";
    piece += shape.test(index, index % 10 === 0);
    if (piece.length < 65_536) continue;
    yield piece;
    piece = "";
  }
  yield piece + shape.tail;
}
