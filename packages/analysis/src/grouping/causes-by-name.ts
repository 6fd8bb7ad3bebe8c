/**
 * Names for errors with the same meaning that tools and browsers word differently. If a pattern matches, the
 * surrounding words are ignored, and only the remote host is compared if there is one.
 */
const causes: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["invalid address", /Cannot navigate to invalid URL|Invalid url: "|Page\.navigate.{0,40}invalid/i],
  [
    "storage of a blank page",
    /(?:localStorage|sessionStorage).{0,120}(?:denied|insecure|not available|SecurityError)|The operation is insecure/i,
  ],
  [
    "connection refused",
    /\b\w*CONNECTION_REFUSED|\bECONNREFUSED|Could not connect to (?:the )?server|actively refused|Connection refused|Verbindung verweigert|Connexion refus|Conexi.{1,4}n re(?:h|ch)|连接被拒|接続が拒否|В соединении отказано/i,
  ],
  [
    "name not resolved",
    /ERR_NAME_NOT_RESOLVED|\bENOTFOUND\b|EAI_AGAIN|UnknownHostException|NS_ERROR_UNKNOWN_HOST|Name or service not known|Could not resolve host|Temporary failure in name resolution|Name does not resolve|no such host/i,
  ],
  [
    "connection reset",
    /ERR_CONNECTION_(?:RESET|CLOSED)|\bECONNRESET\b|socket hang up|NS_ERROR_NET_RESET|Connection reset|connection was (?:lost|forcibly closed)/i,
  ],
  [
    "connection timed out",
    /ERR_(?:CONNECTION_)?TIMED_OUT|\bE(?:SOCKET)?TIMEDOUT\b|NS_ERROR_NET_TIMEOUT|connect(?:ion)? timed out|i\/o timeout/i,
  ],
  [
    "certificate not trusted",
    /ERR_CERT_\w+|SEC_ERROR_\w+|self.signed certificate|certificate verify failed|PKIX path/i,
  ],
  [
    "request failed",
    /Failed to execute "?fetch|Failed to fetch|\bfetch failed\b|Network request failed|NetworkError when attempting|^(?:TypeError: )?Load failed$/im,
  ],
  ["navigation aborted", /net::ERR_ABORTED|NS_BINDING_ABORTED|Load request cancelled/],
  [
    "response is not JSON",
    /Unexpected token '?<'?[, ].{0,60}JSON|JSON\.parse: unexpected character at line 1 column 1\b|JSON Parse error: Unrecognized token '<'/,
  ],
  [
    "JSON ends too early",
    /Unexpected end of JSON input|JSON\.parse: unexpected end of data|JSON Parse error: Unexpected EOF/,
  ],
  ["no network", /ERR_INTERNET_DISCONNECTED|NS_ERROR_OFFLINE|ENETUNREACH/i],
  ["browser not installed", /Executable doesn.t exist at/i],
  [
    "no display",
    /Missing X server|unable to open X display|headed browser without having a XServer|no DISPLAY environment variable/i,
  ],
  ["no space left", /No space left on device|ENOSPC/i],
  [
    "page load timed out",
    /\b(?:page|frame)\.goto: (?:Test )?[Tt]imeout|Navigation timeout of|waiting .{1,20} for your remote page to load/i,
  ],
];

/** Names of causes that are distinguished by their host. */
const withHost = new Set([
  "connection refused",
  "request failed",
  "connection reset",
  "connection timed out",
  "certificate not trusted",
  "page load timed out",
  "navigation aborted",
  "response is not JSON",
]);

/** Returns the common name of a cause with several wordings, and whether it is distinguished by its host; `null` for all other causes. */
export function causeByName(text: string): { readonly name: string; readonly byHost: boolean } | null {
  for (const [name, pattern] of causes) if (pattern.test(text)) return { name, byHost: withHost.has(name) };
  return null;
}
