import { expect, test } from "vitest";
import { redact } from "./redact.ts";

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";

test.for([
  ["a bearer token", "401 with Authorization: Bearer abc.def-123", "401 with Authorization: [redacted]"],
  ["a bearer token without its header", "sent Bearer abcdef123456 to /me", "sent Bearer [redacted] to /me"],
  ["a header in JSON", '{"authorization":"Basic dXNlcjpwYXNz","a":1}', '{"authorization":[redacted],"a":1}'],
  ["basic credentials", "used Basic dXNlcjpwYXNz, then failed", "used Basic [redacted], then failed"],
  ["a JSON web token", `got ${jwt} back`, "got [redacted] back"],
  ["a JSON web token that was cut off", jwt.slice(0, 30), "[redacted]"],
  ["credentials in an address", "GET https://ada:p@ss:w0rd@shop.test/cart", "GET https://[redacted]@shop.test/cart"],
  ["a connection string", "postgres://shop:hunter2@db:5432/shop refused", "postgres://[redacted]@db:5432/shop refused"],
  ["a password in a query", "/login?user=ada&password=hunter2&next=/", "/login?user=ada&password=[redacted]&next=/"],
  ["a password in JSON", '{"user":"ada","password":"hun\\"ter2"}', '{"user":"ada","password":[redacted]}'],
  [
    "JSON in a text",
    String.raw`body "{\"password\":\"hunter2\",\"a\":1}"`,
    String.raw`body "{\"password\":[redacted],\"a\":1}"`,
  ],
  ["an environment", "DB_PASSWORD=hunter2\nDB_HOST=db", "DB_PASSWORD=[redacted]\nDB_HOST=db"],
  ["a map", ":api_key => 'k-1', :a => 1", ":api_key => [redacted], :a => 1"],
  ["a header of an own name", "X-Api-Key: 12345", "X-Api-Key: [redacted]"],
  ["a flag", "deploy --password hunter2 --to x", "deploy --password [redacted] --to x"],
  ["an option of a connection", "Server=db;User Id=sa;Pwd=hunter2;", "Server=db;User Id=sa;Pwd=[redacted];"],
  ["what was typed", "getByLabel('Password').fill('hunter2')", "getByLabel('Password').fill([redacted])"],
  ["what was typed by a selector", "page.fill('#password', 'hunter2')", "page.fill('#password', [redacted])"],
  [
    "what was typed, in a call log",
    "- waiting for getByLabel('Password')\n  - fill(\"hunter2\")",
    "- waiting for getByLabel('Password')\n  - fill([redacted])",
  ],
  ["a field", '<input type="password" id="p" value="hunter2">', '<input type="password" id="p" value=[redacted]>'],
  [
    "a field the other way round",
    '<input value="hunter2" type="password">',
    '<input value=[redacted] type="password">',
  ],
  ["a cookie", "Cookie: sid=1; theme=dark\nHost: a", "Cookie: [redacted]\nHost: a"],
  ["a cookie in JSON", '{"set-cookie": "a=b; Path=/", "x": 1}', '{"set-cookie": [redacted], "x": 1}'],
  [
    "a private key",
    "key:\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----\nafter",
    "key:\n[redacted]\nafter",
  ],
  ["a private key that was cut off", "-----BEGIN PRIVATE KEY-----\nMIIE", "[redacted]"],
  ["a key of AWS", "for AKIAIOSFODNN7EXAMPLE in eu", "for [redacted] in eu"],
  ["a token of GitHub", `remote: ghp_${"a1".repeat(18)} denied`, "remote: [redacted] denied"],
  ["a token of GitLab", "glpat-abcdefghij1234567890", "[redacted]"],
  ["a token of Slack", "xoxb-1234567890-abcdefgh", "[redacted]"],
  ["a webhook of Slack", "https://hooks.slack.com/services/T0/B0/abc", "https://hooks.slack.com/services/[redacted]"],
  ["a key of Stripe", `sk_${["live", "abcdefghij1234"].join("_")}`, "[redacted]"],
  ["a key of OpenAI", "key sk-proj-abcdefghij_1234567890", "key [redacted]"],
  ["a key of Google", `AIza${"b".repeat(35)}`, "[redacted]"],
  ["a key of this server", "plumb_7_abcdefghij12345", "[redacted]"],
  ["an email address", "mail to ada.l+x@example.co.uk failed", "mail to [email] failed"],
  ["data", `data:image/png;base64,${"iVBORw0KGgo".repeat(20)}==`, "data:image/png;base64,[data]"],
] as const)("%s is taken out", ([, text, expected]) => {
  expect(redact(text, 1000)).toBe(expected);
  expect(redact(expected, 1000)).toBe(expected);
});

test.for([
  "TypeError: Cannot read properties of undefined (reading 'total')",
  "expect(received).toBe(expected)\n\nExpected: 3\nReceived: 2",
  "connect ECONNREFUSED 10.0.0.7:5432",
  "SyntaxError: Unexpected token: '}' at cart.ts:3:1",
  "at node_modules/@playwright/test@1.50.0/index.js:1:1",
  "GET https://shop.test/a@b returned 404",
  "basic authentication is off",
  "the author of the token bucket",
  "commit 0123456789abcdef0123456789abcdef01234567",
  "Timed out after 3000ms: waiting for getByRole('button', { name: 'Pay' })",
])("%s stays", (text) => {
  expect(redact(text, 1000)).toBe(text);
});

test("it is cut to its length, and nothing of a secret at that place is left", () => {
  const text = `${"x".repeat(95)} ${jwt}`;
  expect(redact(text, 100)).toBe(`${"x".repeat(95)} [red…`);
  expect(redact("short", 100)).toBe("short");
});

test.for([
  "a=",
  "password",
  "password: ",
  "Bearer ",
  "eyJ",
  "-----BEGIN PRIVATE KEY-----",
  "<input value=",
  "a@",
  '\\"',
  "AKIA",
  "x://",
])("five megabytes of %j end", (piece) => {
  const text = piece.repeat(Math.ceil(5_000_000 / piece.length));
  expect(redact(text, 4000).length).toBeLessThanOrEqual(4001);
});
