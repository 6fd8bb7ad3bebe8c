import type { Rule } from "./rule.ts";

const mocks: readonly Rule[] = [
  {
    id: "mock-misuse",
    subClass: "S8",
    decides: true,
    says: /org\.mockito|mockito|Wanted but not invoked|Expected invocation on the mock|Moq\.MockException|TooManyActualInvocations|UnfinishedStubbing|UnnecessaryStubbing|InvalidUseOfMatchers|\.mock(?:Rejected|Resolved|Return|Implementation)\w* is not a function|does not have the attribute|No "\w+" export is defined on the ".*" mock|Mocked? .{0,40}(?:not found|no match)|vi\.mock|jest\.mock|\(0 ?, ?_\w+\.\w+\) is not a function|nock: No match|ArgumentMatchers|MissingMethodInvocation|PotentialStubbingProblem|No more mocked responses|Expected mock to have been called|WireMock/i,
    // A context that does not start has another reason, and its description names mocks.
    where: ({ error }) => !/Failed to load ApplicationContext/.test(error.text),
  },
  {
    id: "double-misuse",
    subClass: "S8",
    decides: true,
    says: /received unexpected message :|NetConnectNotAllowedError|Real HTTP connections are disabled|received :\w+ with unexpected arguments|expected: \d+ times? with [^\n]{1,80}\n\s*received: \d+ times?|does not implement: ?#?\w+|Double "\w+"\)\.\w+/,
  },
  {
    id: "mock-uncalled",
    subClass: "S8",
    says: /expect\((?:jest\.fn|vi\.fn|spy)\(?\)?\)\.(?:not\.)?toHaveBeenCalled|Expected number of calls|expected "?(?:spy|vi\.fn\(\))"? to be called|Expected '\w+' to (?:have been|be) called|assert_called/i,
  },
  {
    id: "unit-network",
    subClass: "S8",
    decides: true,
    kinds: ["unit"],
    says: /Network request failed|Not implemented: |fetch is not defined|Cross origin .* forbidden/i,
  },
];

const runner: readonly Rule[] = [
  {
    id: "runner-setup",
    subClass: "S7",
    decides: true,
    says: /No tests? (?:found|were found)|did not expect test(?:\.\w+)?\(\) to be called|two different versions of @playwright|does not provide an export named|Cannot use import statement outside|is not defined in ES module scope|Parameter '.*' is required by @Test|MissingResourceException|Can.t find bundle|fixture '.*' not found|Data ?Provider|@DataProvider|Undefined step|Undefined scenario|UndefinedStepException|DuplicateStepDefinition|AmbiguousStepDefinition|Ambiguous(?:Step)|No suitable constructor|TestNGException|\binitializationError\b|InitializationError: |No runnable methods|Cannot instantiate class|Failed to instantiate|pickle|fixture .*ScopeMismatch|ScopeMismatch|Could not find (?:active|a) (?:page|browser|context)|No (?:browser|page|context) is open|Unknown project|toHaveScreenshot.*snapshot doesn|useContext\(\.\.\.\)|outside (?:of )?(?:a |the )?<?(?:Router|Provider|\w+Provider)|must be used within|could not find react-redux|No QueryClient|ReadableStream is not defined|TextEncoder is not defined|unknown file extension|Must use import to load|Unexpected token 'export'|Jest encountered an unexpected token|Your test suite must contain at least one test|Factory not registered|may be used only in the context of|(?:is|are) not supported in \S{0,3}before|was not handled in the setupNodeEvents|We failed looking for this file at the path|returned a promise from a command|MissingStepDefinition|No test suite found|You cannot start the site|Test suite failed to run|before (?:all|each) hook.*(?:not defined)|Configuration error|storage ?state|Requiring @playwright\/test second time|can.t be called (?:here|inside)|async def functions are not natively|Event loop is closed|Invalid hook call|configFile is invalid|support(?:File| file) (?:is )?missing|Implement (?:with|missing steps)|You can implement|matchMedia|is not wrapped in|depends on (?:not successfully finished|nonexistent)|IntersectionObserver|ResizeObserver|Suite .*contains no tests|contains no keywords|BadTagException|Variable .* expected to have string value|initialization.* of (?:library|resource)/i,
  },
];

const configuration: readonly Rule[] = [
  {
    id: "configuration-file-missing",
    subClass: "S7",
    decides: true,
    says: /(?:FileNotFound|ENOENT|No such file|cannot find the (?:file|path)|NoSuchFile|Could not (?:load|read|find)).{0,200}\.(?:properties|ya?ml|ini|conf|env|feature|toml)\b|\.(?:properties|ya?ml|ini|conf|feature|toml)\b.{0,60}(?:No such file|cannot find the|not found|does not exist)/i,
  },
  {
    id: "relative-import",
    subClass: "S7",
    decides: true,
    says: /attempted relative import|ImportError while loading conftest|import file mismatch|Interrupted: \d+ errors? during collection/,
  },
];

const code: readonly Rule[] = [
  {
    id: "robot-undefined",
    subClass: "S6",
    decides: true,
    says: /No keyword with name|Variable '[$@&%]\{.{1,80}\}' not found|Keyword '.{1,120}' expected \d|Resolving variable|Replacing variables|Multiple keywords with name|Evaluating expression .* failed|Invalid argument specification|got (?:unexpected|positional|multiple values).{0,40}argument|Non-existing (?:variable|file)|Resource file .* does not exist|Unrecognized section|invalid syntax/i,
  },
  {
    id: "undefined-name",
    subClass: "S6",
    decides: true,
    says: /\b[\w$.]{1,80} is not defined\b|NameError: name|ReferenceError|UnboundLocalError|cannot access (?:local variable|'?\w+'? before init)|is not iterable|Invalid Chai property|Unresolved compilation|cannot be resolved|cannot find symbol|incompatible types|Merge conflict marker|SyntaxError(?!.*JSON)|IndentationError|Syntax Error|Transform failed|Unexpected (?:identifier|reserved word|end of input)|cannot import name|undefined method|'(?:Context|\w*(?:Page|Tests?|Steps|Helper))' object has no attribute|error (?:CS|TS)\d{4}\b|Class "[\w\\]+" not found|No such property: |No signature of method|no variable found with name/i,
    where: ({ error }) => !/JSON|ActionView::Template/.test(error.text.slice(0, 400)),
  },
  {
    id: "not-a-function",
    subClass: "S6",
    decides: true,
    says: /\b[\w$.[\]()]{1,80} is not a (?:function|constructor)\b/,
  },
  {
    id: "attribute-missing",
    subClass: "S6",
    decides: true,
    thrownIn: ["test"],
    says: /(?:has no|does not have) attribute/,
  },
  { id: "attribute-missing-anywhere", subClass: "S6", says: /(?:has no|does not have) attribute/ },
  {
    id: "not-implemented",
    subClass: "S6",
    decides: true,
    says: /TODO: implement me|PendingException|NotImplementedError: STEP|step-definition method match found/,
  },
  {
    id: "wrong-signature",
    subClass: "S6",
    decides: true,
    says: /takes (?:from |exactly )?\d+ .*positional arguments?|missing \d+ required (?:positional|keyword)|[Mm]issing the required parameter|got an unexpected keyword argument|\bexpected (?:string|number|object|boolean|array), got \w+$|Invalid cookie fields|got multiple values for|originated from your test code|done\(\) called multiple times|Resolution method is overspecified/,
  },
  {
    id: "wrong-call",
    subClass: "S6",
    decides: true,
    says: /cannot accept an empty|can only accept a|Keys to send should be|must be (?:of type )?(?:a |an )?(?:string|object|function|number|boolean|array)\b|unexpected keyword|Wrong parameters applied|expects? a? ?(?:filepath|string|number)|argument must be|Invalid (?:value|argument)|invalid argument: '|invalid argument: (?!File not found)|IllegalArgumentException|UnknownFormatConversion|NumberFormatException|Invalid array length|Assigning to rvalue|Assignment to constant|Cannot redeclare|not marked as ignorable|Unrecognized field|InvalidTypeError|TypeError: .{0,60}expected|unsupported operand|not subscriptable|can only concatenate|not JSON serializable|list index out of range/i,
    kinds: ["ui", "api", "unclear"],
  },
  {
    id: "null-driver",
    subClass: "S6",
    decides: true,
    says: /because "?(?:this\.)?(?:\w+\.)*\w*(?:driver|page|searchContext|wait|element|reader|prop|config\w*|context)\w*"? is null|'NoneType' object has no attribute/i,
  },
  {
    id: "null-in-test",
    subClass: "S6",
    says: /NullPointerException|Cannot read propert(?:y|ies) of (?:undefined|null)|Cannot invoke ".*" because|undefined is not an object|Cannot destructure|NullReferenceException|Object reference not set|NoneType/,
    where: ({ error, kind, tool }) => kind !== "unit" || (error.frame?.role === "test" && !/junit/i.test(tool)),
  },
  {
    id: "crash-in-test",
    subClass: "S6",
    kinds: ["unit"],
    thrownIn: ["test"],
    says: /^(?:\w+\.)*(?:KeyError|IndexError|TypeError|AttributeError|ValueError|RangeError)\b/,
  },
  {
    id: "index-in-test",
    subClass: "S6",
    decides: true,
    kinds: ["ui", "api", "unclear"],
    says: /IndexOutOfBounds|out of bounds for length|ArrayIndexOutOfBounds|ClassCastException|cannot be cast|NoSuchElementException: No value present|KeyError|IndexError/,
  },
  {
    id: "null-anywhere",
    subClass: "S6",
    kinds: ["ui", "api", "unclear"],
    says: /^(?:\w+\.)*(?:NullPointerException|TypeError)\b|java\.lang\.NullPointerException/,
  },
];

const locator: readonly Rule[] = [
  {
    id: "strict-mode",
    subClass: "S2",
    decides: true,
    says: /strict mode violation|Ambiguous match, found \d+ elements|Capybara::Ambiguous|resolved to \d+ elements|Found multiple elements|can only be called on a single element|matched \d+ elements|multiple elements (?:found|with)/i,
  },
  {
    id: "bad-selector",
    subClass: "S1",
    decides: true,
    says: /invalid selector|illegal selector|InvalidSelector|not a valid (?:selector|XPath)|Unexpected token .{0,40}while parsing (?:css )?selector|Unknown engine|Syntax error, unrecognized expression|Unsupported token|is not a valid XPath|Malformed|compound class names/i,
  },
  {
    id: "interaction",
    subClass: "S3",
    decides: true,
    says: /element click intercepted|ElementClickIntercepted|is not clickable at point|stale element|StaleElement|element not interactable|ElementNotInteractable|not currently visible and so may not|ElementNotVisible|move target out of bounds|MoveTargetOutOfBounds|invalid element state|UnexpectedTagName|Element should have been "?select|no such alert|NoAlertPresent|no such frame|NoSuchFrame|obscures it|intercepts pointer events|element is outside of the viewport|is not an? <(?:input|select)>|is being covered by another element|has an effective width and height|because this element is (?:not visible|disabled|detached|being)|detached from the DOM|element is not (?:visible|enabled|stable|attached)|Cannot locate (?:option|element with)|Element is not (?:currently )?(?:reachable|interactable|visible|attached)|DetachedDom|can only be used on|cannot focus element|page has been updated|failed because it requires|not an HTMLElement|non-finite/i,
  },
  {
    id: "covered",
    subClass: "S3",
    decides: true,
    page: /intercepts pointer events|element is not (?:visible|enabled|stable)|element is outside of the viewport|waiting for element to be (?:visible, )?enabled/,
  },
  { id: "content-within", subClass: "S1", says: /Expected to find content: .{1,300} within the (?:element|selector)/ },
  {
    id: "validation-missing",
    subClass: "A2",
    where: ({ error, marks }) =>
      marks.includes("negative") &&
      /Expected to find (?:content|element)|did not appear|not (?:visible|displayed|found)|toBeVisible|toContainText/.test(
        error.text,
      ) &&
      /error|alert|invalid|required|valid|must|warning/i.test(`${error.target ?? ""} ${error.text.slice(0, 400)}`),
  },
  {
    id: "content-missing",
    subClass: "A2",
    says: /Expected to find content: |should be visible but it is not|Page should have contained text|Text '.{1,200}' did not appear|(?:message|text|toast|banner|notification|error)\b.{0,80}\b(?:is|was|were)? ?not (?:displayed|shown|visible|present)/i,
  },
  {
    id: "no-such-element",
    subClass: "S1",
    says: /no such element|Unable to locate element|Capybara::ElementNotFound|Unable to find (?:visible )?(?:button|link|field|css|xpath|option|select box|radio button|checkbox|file field)\b|\b[A-Z]\w+(?: \w+)? with locator .{1,300} not found|NoSuchElement|could not be located on the page|Unable to find element|element wasn.t found|still not (?:displayed|existing|clickable|enabled)|Element with locator .* not found|element(?:\(s\))? not found|not found in (?:the )?(?:page|DOM)|Element '.*' (?:not found|did not appear|not visible)|Unable to find an? (?:accessible )?element|Cannot locate|never found it|No element found|failed to find element|[Ee]lement .{0,80}(?:was|is) not (?:found|present)|Không tìm thấy element|[Ww]aiting for selector|[Ww]aiting for element to be located|Page should have contained element/,
  },
  {
    id: "waited-for-locator",
    subClass: "S1",
    says: /\b(?:locator|page|frame|elementHandle)\.\w+: (?:Test )?[Tt]imeout/,
    page: /waiting for (?:locator|getBy|frameLocator)/,
  },
  {
    id: "still-not-there",
    subClass: "S4",
    decides: true,
    says: /element \(".{1,200}"\) still (?:not )?(?:displayed|existing|clickable|enabled|visible)/,
  },
  {
    id: "wait-ran-out",
    subClass: "S4",
    says: /Expected condition failed|Wait timed out after|Timed out after \d+ seconds|No request ever occurred|waitUntil condition timed out|tried for \d+ second|networkidle|waitForLoadState|page\.waitForSelector|ERR_ABORTED|frame was detached|Execution context was destroyed|interrupted by another navigation|waitForResponse|waitForRequest|waitForEvent|cy\.wait\(\)|not found within|element .* not visible after|script timeout|Cannot log after tests are done|did not (?:appear|load) (?:in|within|after)/i,
  },
  {
    id: "navigation-waited",
    subClass: "U4",
    says: /page\.waitForURL|waiting for navigation|toHaveURL|Location should have been|url (?:containing|to (?:be|contain|include))/i,
  },
];

/** Mistakes in the test code that are certain even if the application failed too. */
export const certainScriptRules: readonly Rule[] = [...mocks, ...locator.slice(0, 3)];

/** Further rules about mistakes in the test code, in the order of evaluation. */
export const scriptRules: readonly Rule[] = [
  ...locator.slice(3, 4),
  ...runner,
  ...configuration,
  ...code,
  ...locator.slice(4),
];
