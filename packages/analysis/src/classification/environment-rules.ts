import { type Rule, seen } from "./rule.ts";

const stopped: readonly Rule[] = [
  {
    id: "interrupted",
    subClass: "U3",
    decides: true,
    says: /\b(?:test was interrupted|run was (?:interrupted|cancell?ed|aborted)|(?:execution|run|test)s? (?:was )?(?:terminated|stopped|cancell?ed|aborted) by (?:signal|user)|terminated by signal|KeyboardInterrupt|SIGINT|SIGTERM|SIGKILL|received signal|operation was cancell?ed|Test ended\.|was cancelled before|Execution stopped)|exit-on-failure mode|stopped due to a fatal error/i,
    where: ({ error }) => !/Worker (?:process )?(?:exited|crashed|ran out)/i.test(error.text),
  },
  {
    id: "target-closed",
    subClass: "U3",
    says: /Target (?:page, context or browser has been )?closed|Browser has been closed|Page closed/i,
    where: ({ error }) => !/Timeout|exit code|signal|Executable/.test(error.text.slice(0, 800)),
  },
];

const badAddress: readonly Rule[] = [
  {
    id: "address-not-set",
    subClass: "E8",
    decides: true,
    says: /[Ii]nvalid (?:url|URL)\W{1,4}(?:\$\{?\w+|%\w+%|undefined|null|None)\b|navigat\w{2,4} to "?(?:undefined|null|\$\{?[A-Z_]+)/,
  },
  {
    id: "bad-address",
    subClass: "S7",
    decides: true,
    says: /Cannot navigate to invalid URL|invalid URL|ERR_INVALID_URL|Invalid URL|Only absolute URLs are supported|MissingSchema|unsupported protocol|no protocol:|Failed to parse URL|relative URL without a base|about:blank.*(?:localStorage|storage)|(?:localStorage|sessionStorage).*Access is denied for this document/i,
  },
];

const unreachable: readonly Rule[] = [
  {
    id: "dependency-refused",
    subClass: "E6",
    decides: true,
    says: /NoBrokersAvailable|Can.t reach database server|SQLSTATE\[HY000\] \[200[236]\]|server has gone away|lost connection to MySQL|establishing a connection to SQL Server|Instance failed to start within|MongoServerSelectionError|MongoNetworkError|MongooseServerSelectionError|buffering timed out after|Communications link failure|could not connect to server|connection to server at .* failed|(?:redis|postgres|mysql|mongo|kafka|rabbitmq|elasticsearch|amqp|smtp)\w{0,20}.{0,60}(?:refused|unavailable|timed out|unreachable)|(?:ECONNREFUSED|refused).{0,60}:(?:5432|3306|27017|6379|9200|5672|9092|1433|25|587)\b|JDBCConnectionException|CannotGetJdbcConnection|OperationalError\).*(?:connect|server)/i,
  },
  {
    id: "refused-behind",
    subClass: "E6",
    decides: true,
    says: /HTTPS?ConnectionPool.{0,200}(?:Max retries|refused)/,
    where: ({ error }) => error.status !== null || /Assert/.test(error.type ?? ""),
  },
  {
    id: "rate-limited",
    subClass: "E6",
    decides: true,
    says: /\b429\b.{0,20}(?:too many|rate)|Too Many Requests|rate limit(?:ed|ing)? (?:exceeded|reached)|RateLimitError|exceeded your current quota|quota (?:exceeded|has been)|RESOURCE_EXHAUSTED: Quota|captcha|are you a robot|unusual traffic/i,
  },
  {
    id: "rate-limit-seen",
    subClass: "E6",
    decides: true,
    page: seen(
      /429 Too Many|Too Many Requests|captcha|Verify you are human|Checking your browser|Just a moment\.\.\./i,
    ),
  },
  {
    id: "gateway",
    subClass: "E1",
    decides: true,
    says: /\b50[234]\b[:\s"-]{0,4}(?:Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out)|Bad Gateway|Service Temporarily Unavailable|Gateway Time-?out|This site can.t be reached|ERR_EMPTY_RESPONSE/i,
  },
  {
    id: "gateway-seen",
    subClass: "E1",
    decides: true,
    page: seen(
      /\b50[234] (?:Bad|Service|Gateway)|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out|site can.t be reached|refused to connect/i,
    ),
  },
  {
    id: "connection-refused",
    subClass: "E1",
    decides: true,
    says: /ERR_CONNECTION_REFUSED|NS_ERROR_CONNECTION_REFUSED|ECONNREFUSED|ERR_CONNECTION_TIMED_OUT|ERR_TIMED_OUT|Could not connect to (?:the server|localhost)|net::ERR_ADDRESS_UNREACHABLE|remote page to load|Cypress could not verify that this server is running|actively refused|ConnectionRefusedError|HttpHostConnectException|NewConnectionError|ConnectException: |net::ERR_(?:FAILED|UNSAFE_PORT)/i,
    where: ({ error, tool }) =>
      /net::|NS_ERROR|cypress/i.test(error.text.slice(0, 3000)) ||
      !/selenium|webdriver|appium|:4444|Could not start a new session/i.test(tool + error.text.slice(0, 3000)),
  },
  {
    // Error messages of clients in Python, Go and .NET. `where` excludes checks that expect these messages.
    id: "connection-failed",
    subClass: "E1",
    decides: true,
    says: /\b[Cc]onnection to (?:server )?[\w.-]{1,100}(?::\d{1,5})? (?:was |has been )?(?:refused|timed out|failed)|\bConnection(?:Error|Exception|FailedError)\b[^\n]{0,200}\b(?:[Cc]onnection (?:was )?refused|cannot reach|could not reach|unreachable)|(?:\b[Cc]onnect(?: to \S{1,100})?: |\bErrno (?:111|61|10061)\] |: )[Cc]onnection refused\b|\bAll connection attempts failed\b|\bCannot connect to host \S{1,100}:\d{1,5}\b|\bConnection refused \(/,
    where: ({ error, tool }) =>
      !/Assert|expect/i.test(`${error.type ?? ""} ${error.text.slice(0, 100)}`) &&
      !/selenium|webdriver|appium|:4444|Could not start a new session/i.test(tool + error.text.slice(0, 3000)),
  },
  {
    id: "visit-failed",
    subClass: "E1",
    decides: true,
    says: /cy\.visit\(\)`? failed trying to load/,
    where: ({ error }) => !/\b(?:40[0-9]|500): /.test(error.text),
  },
  {
    id: "server-not-started",
    subClass: "E1",
    decides: true,
    says: /config\.webServer|webServer was not able to start|Process from config\.webServer|(?:server|backend|application|app|api|frontend|service)\b.{0,40}(?:is )?(?:not available|not running|not reachable|unreachable|did(?:n.t| not) start|is down|never became ready|not responding)|Cannot connect to (?:the )?(?:backend|server|api|app)|Address already in use|EADDRINUSE|Timed out waiting .{0,20}from config|wait-on/i,
  },
  {
    id: "page-never-loaded",
    subClass: "E1",
    decides: true,
    says: /(?:page|frame|Frame|Page)\.goto\b[^\n]{0,80}(?:Timeout|timeout)|Navigation timeout of|pageLoadTimeout|page load timeout|Frame\.goto|Timed out waiting for page load/i,
  },
  {
    id: "driver-load-timed-out",
    subClass: "E1",
    says: /java\.util\.concurrent\.TimeoutException|timeout: Timed out waiting for page load/i,
  },
];

const network: readonly Rule[] = [
  {
    id: "dns",
    subClass: "E2",
    decides: true,
    says: /\bENOTFOUND\b|EAI_AGAIN|ERR_NAME_NOT_RESOLVED|UnknownHostException|getaddrinfo|Could not resolve host|Name or service not known|nodename nor servname|NS_ERROR_UNKNOWN_HOST|Temporary failure in name resolution|No such host is known|NameResolutionError|Failed to resolve '/i,
  },
  {
    id: "connection-lost",
    subClass: "E2",
    decides: true,
    says: /\bECONNRESET\b|socket hang up|ERR_CONNECTION_(?:RESET|CLOSED)|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_(?:CHANGED|IO_SUSPENDED)|ETIMEDOUT|\bEPIPE\b|ENETUNREACH|EHOSTUNREACH|Connection aborted|Connection reset by peer|RemoteDisconnected|Remote end closed|NS_ERROR_NET_(?:RESET|TIMEOUT|INTERRUPT)|SocketTimeoutException|ConnectTimeoutException|ReadTimeoutError|ERR_HTTP2|ERR_QUIC|network is unreachable/i,
    where: ({ error }) => !/openqa|Build info/.test(error.type ?? ""),
  },
  {
    id: "no-certificate",
    subClass: "E7",
    decides: true,
    says: /ERR_CERT|ERR_SSL|self.signed certificate|SSLHandshakeException|CERTIFICATE_VERIFY_FAILED|SEC_ERROR|unable to verify the first certificate|UNABLE_TO_VERIFY|certificate has expired|PKIX path|ERR_BLOCKED_BY|ERR_PROXY|ERR_TUNNEL|Proxy Authentication|ERR_ACCESS_DENIED/i,
  },
  {
    id: "not-permitted",
    subClass: "E7",
    decides: true,
    says: /\b(?:EACCES|EPERM|Permission denied|PermissionError|Operation not permitted|AccessDeniedException|Access is denied)\b/,
    where: ({ error }) => !/localStorage|sessionStorage|document|for this document/.test(error.text.slice(0, 600)),
  },
];

const tool: readonly Rule[] = [
  {
    id: "bad-capability",
    subClass: "S7",
    decides: true,
    says: /desired ?capabilities .{0,80}(?:not valid|required|must)|capabilities.{0,60}(?:were not valid|must (?:be|include))|cannot parse capability|unrecognized (?:chrome option|capability)|invalid capabilit|Unsupported (?:engine|browser)|browser .{0,30}(?:is not supported|unsupported)/i,
  },
  {
    id: "browser-missing",
    subClass: "E3",
    decides: true,
    says: /WebDriver Bidi command .{0,80} failed with error: (?:invalid argument|unknown command)|Executable doesn.t exist|playwright install|only supports Chrome version|session not created|SessionNotCreated|cannot find (?:Chrome|msedge|firefox) binary|Unable to (?:obtain|locate) (?:driver|the \w+driver)|NoSuchDriverException|The path to the driver executable|driver executable (?:must|does|is)|webdriver\.\w+\.driver|Could not start a new session|UnreachableBrowserException|Failed to (?:launch|start) (?:the )?(?:browser|chrome|firefox)|browserType\.launch|(?:Chrome|Firefox|Edge|browser) failed to start|(?:Chrome|browser) instance exited|geckodriver|Missing X server|unable to open X display|Host system is missing dependencies|DevToolsActivePort|cannot connect to (?:chrome|microsoft edge)|could not find your Chrome|Could not find (?:Chrome|Chromium|browser)|Unable to find a matching set of capabilities|driver version|ChromeDriver was started but crashed|Appium server|no (?:connected )?(?:android )?device|\badb\b|browser .{0,30}(?:not installed|was not found)|WebDriverManager|Exec format error.{0,120}driver|UiAutomator2? .{0,60}(?:could not|cannot|not) |The application at '.{1,300}' (?:does not exist|is not accessible)|Chromium distribution '.*' is not found|spawn .*(?:chrome|cypress|browser)|Error forwarding the new session|grid .{0,40}(?:unreachable|not found)|Cypress failed to start|Xvfb/i,
    where: ({ error }) => !/parse capability|unrecognized capability|invalid argument: /.test(error.text.slice(0, 500)),
  },
  {
    id: "server-of-drivers",
    subClass: "E3",
    decides: true,
    says: /Could not contact Selenium Server|have you started it on|selenium (?:server|grid|hub).{0,60}(?:not running|unreachable|refused)|Unable to parse remote response/i,
    where: ({ error }) => !/Authentication|access key|credentials/i.test(error.text.slice(0, 800)),
  },
  {
    id: "grid-account",
    subClass: "E8",
    decides: true,
    says: /(?:Sauce ?Labs|BrowserStack|LambdaTest|Perfecto).{0,80}(?:authentication|credential|access key|username)|username 'null'|access key 'null'/i,
  },
  {
    id: "session-lost",
    subClass: "E4",
    decides: true,
    says: /invalid session id|session deleted|chrome not reachable|not connected to DevTools|disconnected: |target window already closed|web view not found|window was already closed|Timed out receiving message from renderer|tab crashed|page crashed|Page crash|Target crashed|instrumentation process is not running|target frame detached|renderer (?:process )?(?:crashed|hung)|Browser closed unexpectedly|browser has (?:disconnected|crashed)|Playwright process has been terminated|Protocol error.{0,80}(?:Target closed|Session closed)|crashed unexpectedly|Failed to decode response from marionette|Connection refused.{0,60}driver|browsing context has been discarded|process unexpectedly closed|chrome_crashpad|No active session with ID|Could not capture snapshot|Unable to capture screenshot|Timed out waiting for driver server to stop|Error communicating with the remote browser|unable to connect to renderer|cannot determine loading status/i,
    where: ({ error }) => !/Using WebDriver after calling quit/.test(error.text.slice(0, 600)),
  },
  {
    id: "session-gone",
    subClass: "E4",
    decides: true,
    type: /NoSuchSession|NoSuchWindow|UnreachableBrowser|SessionNotFound/,
    where: ({ error }) => !/Session ID is null/.test(error.text.slice(0, 600)),
  },
  {
    id: "browser-gone",
    subClass: "E4",
    decides: true,
    says: /window may have been closed|Unable to get browser|No such driver|Broken pipe|(?:browser|driver|playwright) process .{0,40}(?:ended|exited|terminated|died)|grpc.{0,80}UNAVAILABLE|failed to connect to all addresses/i,
  },
  {
    id: "driver-connection",
    subClass: "E4",
    decides: true,
    tool: /selenium|appium|webdriver/i,
    says: /Connection reset|Connection refused|ConnectException|SocketException|failed to connect/i,
  },
  {
    id: "quit-driver",
    subClass: "S6",
    decides: true,
    says: /Session ID is null\. Using WebDriver after calling quit/i,
  },
  {
    id: "resources",
    subClass: "E5",
    decides: true,
    says: /No space left on device|\bOOMKilled\b|exit code 137\b|lost communication with the server|ENOSPC|OutOfMemoryError|JavaScript heap out of memory|MemoryError|EMFILE|Too many open files|Resource temporarily unavailable|Cannot allocate memory|unable to create (?:new )?native thread|Worker (?:process )?(?:ran out of memory|exited unexpectedly)|worker .{0,30}(?:terminated|crashed|exited)/i,
  },
  {
    id: "context-not-made",
    subClass: "E5",
    says: /(?:browser\.newContext|browserContext\.newPage|browser\.newPage)\b[^\n]{0,60}[Tt]imeout|Fixture "(?:browser|context|page)" timeout|exceeded while setting up "(?:browser|context|page)"/,
  },
];

const missing: readonly Rule[] = [
  {
    id: "own-module-missing",
    subClass: "S7",
    decides: true,
    says: /(?:Cannot find module|Failed to resolve import|Can.t resolve|Could not resolve) ['"](?:(?:[A-Z]:)?[\\/](?!.{0,300}node_modules)|\.{1,2}[\\/]|@\/|~\/|src\/|#)|No module named '?(?:app|src|tests?|main|config|utils|conftest|backend|server|core|lib|models|services|api|pages|helpers|common|settings|routes|modules|project|scripts|package)\b/,
  },
  {
    id: "own-class-missing",
    subClass: "S6",
    decides: true,
    says: /NoSuchMethodError|NoSuchFieldError|ClassNotFoundException|NoClassDefFoundError/,
    where: ({ error }) => {
      const own = /^(?:(?:com|org|net|io|edu|gov|[a-z]{2})\.\w+\.)?\w+(?=\.)/.exec(error.frame?.file ?? "")?.[0];
      const named = error.text.replaceAll("/", ".").split(/[\s:'"()]+/);
      return own !== undefined && named.some((word) => word.startsWith(`${own}.`));
    },
  },
  {
    id: "module-missing",
    subClass: "E8",
    decides: true,
    says: /Cannot find (?:module|package) |Failed to resolve import|ModuleNotFoundError|No module named|ClassNotFoundException|NoClassDefFoundError|NoSuchMethodError|NoSuchFieldError|VerifyError|UnsupportedClassVersionError|IncompatibleClassChange|Could not load file or assembly|DLL load failed|cannot open shared object|Importing (?:test )?library .* failed|is not recognized as an internal|command not found|LinkageError|signer information does not match/i,
  },
  {
    id: "class-missing",
    subClass: "E8",
    decides: true,
    type: /ClassNotFound|NoClassDefFound|NoSuchMethodError|NoSuchFieldError|VerifyError|UnsupportedClassVersion|IncompatibleClassChange|LinkageError|ExceptionInInitializer|ModuleNotFound|AbstractMethodError/,
  },
  {
    id: "variable-missing",
    subClass: "E8",
    decides: true,
    says: /\b[A-Z][A-Z0-9]+_[A-Z0-9_]{2,40}\b[^\n]{0,40}\b(?:is not set|not set|is required|must be (?:set|defined|provided)|missing|is not defined in|environment variable)|(?:[Mm]issing|[Ss]et|[Pp]rovide)\b[^\n]{0,40}\b[A-Z][A-Z0-9]+_(?:KEY|TOKEN|URL|SECRET|PASSWORD|USER|USERNAME|EMAIL)\b|KeyError: '[A-Z][A-Z0-9_]{3,40}'/,
  },
  {
    id: "setting-missing",
    subClass: "E8",
    decides: true,
    says: /Environment variable .{0,60}(?:does not exist|not (?:set|found|defined))|(?:environment variables?|env vars?|env)\b.{0,60}(?:missing|required|not set|must be set|undefined|not defined)|validation errors? for Settings|API[_ ]?key (?:is )?(?:missing|required|not)|(?:relation|table) "?\w+"? does not exist|no such table|Unknown database|database ".*" does not exist|provided to PrismaClient|Extra inputs are not permitted|Could not resolve placeholder|No qualifying bean|UndefinedTable|supabaseUrl is required|CLIENT_INITIALIZATION|NoCredentialsError|Unable to locate credentials|valid Docker environment|Error while fetching server API version|Cannot connect to the Docker daemon|could not find driver|Could not find the table '|PendingMigrationError|Migrations are pending|NoDatabaseError|No application encryption key|cannot load such file|Vite manifest not found/i,
  },
];

/** Rules for components between the test and the application, in the order of evaluation. */
export const environmentRules: readonly Rule[] = [
  ...stopped.slice(0, 1),
  ...badAddress,
  ...tool,
  ...unreachable,
  ...network,
  ...missing,
  ...stopped.slice(1),
];
