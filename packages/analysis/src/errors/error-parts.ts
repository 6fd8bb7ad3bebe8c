import type { ExpectedReceived } from "./expected-received.ts";

/** The first matching pattern is used, with its first group as the result. Texts are cut to a maximum length before they are matched. */
const actions: readonly RegExp[] = [
  /(?:^|\s)((?:page|locator|frame|frameLocator|browser|browserType|browserContext|apiRequestContext|request|elementHandle|jsHandle|response|route|download|electron|tracing|context|keyboard|mouse)\.\w{2,40}): /i,
  /\bexpect\((?:\w{0,40})\)\.((?:not\.)?(?:resolves\.|rejects\.)?to\w{2,40})/,
  /(?:^|\s)expect\.((?:not\.)?to\w{2,40})\b/,
  /`?\bcy\.(\w{2,30})\(/,
  /Expected condition failed: waiting for (?:the )?(\w+(?: \w+)?)/,
  /Can't call (\w{2,40}) on element/,
  /still not (\w+) after/,
  /\b(no such element|stale element|element click intercepted|element not interactable|move target out of bounds|no such window|no such frame|no such alert|unexpected alert open|session not created|invalid session id|invalid selector|javascript error|script timeout|invalid argument|invalid element state|unknown error|timeout)\b: /i,
  /\b(?:Frame|Page|Locator|BrowserType)\.(\w{2,30}) \(/,
  /\b(assert(?:Equals|True|False|NotNull|Null|That|Same|ArrayEquals|Throws)|assertEqual|verify\w{2,20})\b/,
];

const targets: readonly RegExp[] = [
  /^Locator:\s+(\S.{0,400})$/m,
  /strict mode violation: (.{1,300}?) resolved to \d+/,
  /\{"method":"[^"]{1,40}","selector":"(.{1,400}?)"\}/,
  /Expected to find (?:element|content): [`'"](.{1,300}?)[`'"],? (?:but|within)/,
  /\bBy\.\w{2,20}: (.{1,300}?)(?: \(tried|\s*$|'$|' \(|\] \()/m,
  /\bfind (?:an? )?element with (?:the )?(?:locator|selector|text|role|label text|placeholder text|display value)?:? ?[`'"]?(.{1,200}?)[`'"]?(?:\.|$|\s(?:using|because|This))/m,

  /\] -> (?:css selector|xpath|id|name|link text|partial link text|class name|tag name): (.{1,300}?)\]/,
  /element with selector "(.{1,300}?)"/,
  /element \("(.{1,300}?)"\) still/,
  /[Ee]lement(?: with locator)? '(.{1,300}?)' (?:not|did|was|is|could|should)/,
  /Unable to find (?:an )?(?:accessible )?element with (?:the )?\w+(?: text)?:? [`"']?(.{1,200}?)[`"']?(?:\.|$| and name)/m,
];
const waited =
  /^(?:- )?waiting for ((?:locator|getBy|frameLocator|Locator|GetBy|page\.|navigation to|event )\S?.{0,400}?)(?: to be \w+)?$/m;
const addresses: readonly RegExp[] = [
  /navigating to "(.{1,300}?)"/,
  /\b((?:https?|wss?):\/\/(?!on\.cypress\.io|errors\.pydantic|pris\.ly|aka\.ms|www\.selenium|playwright\.dev|jestjs\.io|vitest\.dev|mochajs\.org)[^\s"'`<>)\],]{1,299}[^\s"'`<>)\],.:;])/,
  /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD) (\/[^\s"'`<>]{1,200})/,
];

const statuses: readonly RegExp[] = [
  /\b(?:status(?:[ _-]?code)?|statusCode|HTTP(?:\/\d(?:\.\d)?)?|response code|HTTPError:?)[\s:=<"'is]{1,6}(?:\[|\()?([1-5]\d\d)\b/i,
  /\b([45]\d\d):? (?:Bad |Service|Gateway|Internal|Not |Unauthorized|UNAUTHORIZED|Forbidden|FORBIDDEN|Conflict|CONFLICT|Too Many|Unprocessable|Method|Client Error|Server Error)/,
  /\bstatus code (?:of )?(?:was )?\[?<?([1-5]\d\d)/i,
];

const hosts: readonly RegExp[] = [
  /\b(?:ENOTFOUND|EAI_AGAIN|UnknownHostException:|resolve host:?) (\S{1,200})/,
  /\bECONNREFUSED ([\d.:a-f[\]]{3,60}|\S{1,100}:\d+)/,
  /\b(?:https?|wss?|jdbc:\w+|mongodb|redis|postgres(?:ql)?|amqp):\/\/(?!on\.cypress\.io|errors\.pydantic|pris\.ly|aka\.ms|www\.selenium|playwright\.dev|jestjs\.io|vitest\.dev)(?:[^\s/@"']{0,100}@)?([\w.-]{1,200}(?::\d+)?)/,
  /\b[Cc]onnect to (\S{3,100}?:\d+)/,
  /\bdial tcp (\S{3,100}?:\d+)/,
  /Connection refused: ([\w.-]{1,100})(?=\/[\d.]+:\d|:\d)/,
  /HTTPS?ConnectionPool\(host='([^']{1,100})'/,
];

function firstOf(patterns: readonly RegExp[], text: string): string | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1]?.trim();
    if (found !== undefined && found !== "") return found;
  }
  return null;
}

const looked = 6000;

/** Returns the action during which the test failed. */
export function actionIn(text: string, code: string | null, framework: string): string | null {
  const found = firstOf(actions, text.slice(0, looked));
  if (found !== null) return found;
  if (code !== null) return /\.(\w{2,40})\((?:[^()]{0,200})\);?\s*$/.exec(code.slice(0, 400))?.[1] ?? null;
  return /robot/i.test(framework)
    ? (/^([A-Z]\w+(?: [A-Z]\w+){1,5}) (?:failed|timed out)/.exec(text)?.[1] ?? null)
    : null;
}

/** Returns true if a target is an address rather than a locator. */
export function isAddress(target: string): boolean {
  return /^(?:https?|wss?):|^\//.test(target) && !target.startsWith("//");
}

/** Returns the target of the action: a locator, or else an address. */
export function targetIn(text: string, page: readonly string[]): string | null {
  const log = page.slice(0, 12).join("\n").slice(0, 3000);
  return (
    firstOf(targets, text.slice(0, looked)) ??
    waited.exec(log)?.[1]?.trim() ??
    waited.exec(text.slice(0, looked))?.[1]?.trim() ??
    firstOf(addresses, text.slice(0, looked)) ??
    firstOf(addresses, log)
  );
}

/** Returns the HTTP status of the response. If a status was checked, returns the received one. */
export function statusIn(
  text: string,
  page: readonly string[],
  code: string | null,
  compared: ExpectedReceived | null,
): number | null {
  const isStatus = /status/i.test(code ?? "") || /status|HTTP/i.test(text.slice(0, 600));
  const received = /^\D{0,2}([1-5]\d\d)\b\D{0,40}$/.exec(compared?.received ?? "")?.[1];
  const expected = /^\D{0,2}([1-5]\d\d)\b\D{0,40}$/.exec(compared?.expected ?? "")?.[1];
  if (received !== undefined && (isStatus || expected !== undefined)) return Number(received);
  const found =
    firstOf(statuses, text.slice(0, looked)) ?? firstOf(statuses.slice(1), page.join("\n").slice(0, looked));
  return found === null ? null : Number(found);
}

/** Returns the remote host in the error, with its port if there is one. */
export function hostIn(text: string, page: readonly string[]): string | null {
  return firstOf(hosts, text.slice(0, looked)) ?? firstOf(hosts, page.join("\n").slice(0, looked));
}
