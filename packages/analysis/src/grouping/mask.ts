/** Values that vary between occurrences of an error, longest first, with their placeholders. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "<id>"],
  [/\beyJ[\w-]{10,}\.[\w-]{5,}\.[\w-]*/g, "<token>"],
  [/\b\d{4}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:?\d\d)?)?\b/gi, "<time>"],
  [/\b\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?\b(?: ?[ap]m)?/gi, "<time>"],
  [
    /\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? \d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{4}\b/gi,
    "<time>",
  ],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, "<ip>"],
  [/\b0x[0-9a-f]+\b/gi, "<hex>"],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, "<hex>"],
  [/\b[\w.+-]{1,80}@[\w-]{1,80}(?:\.[\w-]{1,40})+\b/g, "<mail>"],
];
/** Folders in front of a file: they belong to a machine. */
const folders =
  /(?<![\w:/\\.>)\]-])(?:[a-z]:[\\/]{1,2}|\\\\|~?\/|\.{1,2}[\\/])(?:[\w .@~+()-]{1,80}[\\/]{1,2}){0,30}(?=[\w.@~+-])/gi;
const address =
  /\b((?:https?|wss?|ftp):\/\/)(?:[^\s/@"']{0,100}@)?([\w.-]{1,200}|\[[0-9a-f:]+\])(?::\d{1,5})?((?:\/[^\s"'`<>)\]]{0,500})?)/gi;
const local = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]|host\.docker\.internal)$/i;
const port = /((?:localhost|<ip>|::1|\b[a-z][\w-]{0,80}(?:\.[\w-]{1,80}){1,8})):\d{2,5}\b/gi;
const place = /:\d+:\d+\b|\bline \d+(?:[,:]? column \d+)?|\bcolumn \d+/gi;
const duration = /\b\d+(?:[.,]\d+)?\s?(?:ms|milliseconds?|seconds?|secs?|s|minutes?|mins?|min)\b(?:\(s\))?/gi;
const browser =
  /\b(?:headless[ _-]?)?(?:chromium|chrome|firefox|webkit|safari|msedge|edge|opera|gecko)(?:[ _-]?headless(?:[ _-]shell)?)?(?:[ /_-]?v?\d+(?:\.\d+)*)?\b/gi;
/** Class names and ids that a build or a framework makes up: `css-1x2y3z`, `sc-bdVaJa`, `mui-42`, `:r1f:`, `ember123`. */
const madeUp =
  /\b(?:css|sc|jss|emotion|styles?|mui|ember|ext-gen|radix|react-select|headlessui|svelte|ng-c|_ngcontent|cdk-overlay)[-_](?=[\w-]*\d|[\w-]*[A-Z])[\w-]{2,40}\b|:r[0-9a-z]{1,4}:|__[\w]{4,8}\b(?=["'.\s\]])/g;
const digits = /\d+(?:[.,]\d+)*/g;
/** What a test expects is written in the test: 200 is not 7. Nor are a status, or how a process ended, counts. */
const telling =
  /(?:^[-+]?\s?expected\b[^:\n]{0,24}:.{0,40}|\bexpected:?[ \t]*\W{0,3}|\bstatus(?:[ _-]?code)?\W{0,4}(?:is |was |of )?|\bHTTP\W{0,3}|\bE?rror:? (?=[45]\d\d\b)|\bexit(?:ed with)?(?: code)? |\bcode |\bversion |\bonly supports \w+ version )$/i;
const answer = /^[1-5]\d\d$/;
const answered =
  /^\W{0,3}(?:OK|Created|Bad|Unauthorized|Forbidden|Not|Method|Conflict|Gone|Unprocessable|Too|Internal|Service|Gateway)\b/i;

/** A line with what differs from run to run replaced, in lower case, with single spaces. Linear in its length. */
export function masked(line: string): string {
  let text = line.replaceAll(madeUp, "<made-up>");
  text = text.replaceAll(
    address,
    (_, scheme: string, host: string, path: string) => `${scheme.toLowerCase()}${hostOf(host)}${pathOf(path)}`,
  );
  for (const [pattern, placeholder] of varying) text = text.replaceAll(pattern, placeholder);
  text = text
    .replaceAll(folders, "")
    .replaceAll(port, "$1")
    .replaceAll(place, "<place>")
    .replaceAll(duration, "<time>")
    .replaceAll(browser, "<browser>");
  text = text.replaceAll(digits, (found, at: number, whole: string) => (isTelling(found, at, whole) ? found : "<n>"));
  return text.toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** @param whole The line; the text before a number shows what it counts. */
function isTelling(found: string, at: number, whole: string): boolean {
  if (telling.test(whole.slice(Math.max(0, at - 80), at))) return true;
  return answer.test(found) && answered.test(whole.slice(at + found.length, at + found.length + 16));
}

/** A host without what numbers its copies; every name of this machine is one. */
export function hostOf(host: string): string {
  const bare = host.toLowerCase().replace(/:\d+$/, "");
  return local.test(bare) ? "localhost" : bare.replaceAll(/\d+/g, "<n>");
}

/** Like `maskHost`, but keeps IP addresses: the name of an incident. */
export function hostNamed(host: string): string {
  const [ip] = /^(?:\d{1,3}\.){3}\d{1,3}/.exec(host) ?? [];
  return ip === undefined || local.test(ip) ? hostOf(host) : ip;
}

/** Returns the path of an address without its query and numbers, which identify a record rather than a page. */
function pathOf(path: string): string {
  // bounded-pattern: the path of an address is at most 500 characters long
  return path.replace(/[?#].*$/, "").replace(/[\\/.,:;]+$/, "");
}
