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
  [
    "a text box of a page snapshot",
    '- textbox "Password" [ref=e12]: hunter2',
    '- textbox "Password" [ref=e12]: [redacted]',
  ],
  [
    "a text box of any name",
    '  - textbox "City" [active] [ref=e3]: Berlin',
    '  - textbox "City" [active] [ref=e3]: [redacted]',
  ],
  ["a text box without a name", "- textbox: hunter2\n- button", "- textbox: [redacted]\n- button"],
  [
    "a text box as a quoted key",
    "- 'textbox \"Town: now\" [ref=e1]': hunter2",
    "- 'textbox \"Town: now\" [ref=e1]': [redacted]",
  ],
  ["a search field", '- searchbox "Find": my diagnosis', '- searchbox "Find": [redacted]'],
  ["a number field", '- spinbutton "PIN" [ref=e7]: "1234"', '- spinbutton "PIN" [ref=e7]: [redacted]'],
  [
    "a text box with a placeholder",
    '- form:\n  - textbox "Password" [ref=e2]:\n    - /placeholder: At least 8\n    - text: hunter2\n  - button "Sign in"',
    '- form:\n  - textbox "Password" [ref=e2]:\n    - /placeholder: At least 8\n    - text: [redacted]\n  - button "Sign in"',
  ],
  [
    "a text box of several lines",
    '- textbox "Notes": |-\n    first line\n    second line\n- button "Save"',
    '- textbox "Notes": [redacted]\n- button "Save"',
  ],
  ["an element", "<password>hunter2</password>", "<password>[redacted]</password>"],
  ["an element of another name", "<apiKey>k-1</apiKey>", "<apiKey>[redacted]</apiKey>"],
  [
    "an element with a namespace and attributes",
    '<wsse:Password Type="text">hunter2</wsse:Password>',
    '<wsse:Password Type="text">[redacted]</wsse:Password>',
  ],
  ["an element of raw text", "<Password><![CDATA[hun<ter2]]></Password>", "<Password>[redacted]</Password>"],
  ["a user of curl", "curl -u ada:hunter2 https://a.test", "curl -u ada:[redacted] https://a.test"],
  ["a long option of curl", "curl --user 'ada:hunter2' a.test", "curl --user 'ada:[redacted]' a.test"],
  ["a command", "passwd hunter2", "passwd [redacted]"],
  ["a command that types a password", "sshpass -p hunter2 ssh ada@10.0.0.7", "sshpass -p [redacted] ssh ada@10.0.0.7"],
  ["a short name", '{"pw": "hunter2"}', '{"pw": [redacted]}'],
  ["another short name", "user: ada, pass: hunter2", "user: ada, pass: [redacted]"],
  ["a short name in JSON", '{"pass":"hunter2"}', '{"pass":[redacted]}'],
  ["German", "Passwort: geheim1", "Passwort: [redacted]"],
  ["more German", '{"kennwort":"geheim1"}', '{"kennwort":[redacted]}'],
  ["French", "Mot de passe : secret1", "Mot de passe : [redacted]"],
  ["Spanish", "contraseña=secreto1", "contraseña=[redacted]"],
  ["Portuguese", "senha: segredo1", "senha: [redacted]"],
  ["Dutch", "wachtwoord: geheim1", "wachtwoord: [redacted]"],
  ["Polish", "Hasło: tajne1", "Hasło: [redacted]"],
  ["Russian", "Пароль: тайна1", "Пароль: [redacted]"],
  ["Japanese", "パスワード：himitsu1", "パスワード：[redacted]"],
  ["Chinese", '"密码": "mimi1"', '"密码": [redacted]'],
  ["a field of a German label", "getByLabel('Passwort').fill('geheim1')", "getByLabel('Passwort').fill([redacted])"],
  ["an email address", "mail to ada.l+x@example.co.uk failed", "mail to [email] failed"],
  ["data", `data:image/png;base64,${"iVBORw0KGgo".repeat(20)}==`, "data:image/png;base64,[data]"],
] as const)("removes %s", ([, text, expected]) => {
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
  "pass: 12, fail: 3",
  "- pass: true",
  '- textbox "City" [ref=e3]',
  '- textbox "City" [ref=e3]:\n    - /placeholder: Berlin\n- text: outside',
  '- button "Password" [ref=e4]: Show',
  "<label>Password</label>",
  "<tokens>\n  <a/>\n</tokens>",
  "user -u root failed",
  "Timed out after 3000ms: waiting for getByRole('button', { name: 'Pay' })",
])("keeps %s", (text) => {
  expect(redact(text, 1000)).toBe(text);
});

test("the text is cut to its length, without parts of a secret", () => {
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
  "<password>",
  "curl -u a:",
  '- textbox "a',
  "- textbox:\n ",
  "mot de passe",
])("redacts five megabytes of %j in time", (piece) => {
  const text = piece.repeat(Math.ceil(5_000_000 / piece.length));
  expect(redact(text, 4000).length).toBeLessThanOrEqual(4001);
});
