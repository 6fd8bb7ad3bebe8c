import { cut } from "@plumb/contract/text/cut.ts";

const removed = "[redacted]";

/** Number of additional characters to search, so that a secret at the end is not cut before it is found. */
const overlap = 16_384;

/**
 * Names that precede a secret. Short ones must be whole words: `auth` is not part of `author`. `Unexpected token: x`
 * is a parser message.
 */
const names = [
  "pass(?:word|wd|phrase|code|wort|ord)",
  "secret",
  "(?<!unexpected )token",
  "credentials?",
  "(?:api|access|account|private|secret|signing|encryption|subscription|shared[_-]?access)[ _-]?key",
  "session[_-]?(?:id|key)",
  "(?:auth|csrf|xsrf)[_-]?(?:code|cookie|header)",
  "connection[_-]?string",
  "(?<![a-z])(?:pw|pwd|psw|sid|sig|otp|pin|jwt|auth|signature)(?![a-z])",
  // `pass: 12` and `pass: true` are counts and outcomes, not passwords.
  String.raw`(?<![a-z])pass(?=["'\\]{0,4} ?[:=](?! ?(?:\d{1,4}|true|false|null)\b))`,
  // "Password" in other languages.
  "kennwort|mot de passe|contrase(?:ñ|n)a|(?<![a-z])clave|senha|palavra[- ]passe|wachtwoord|l(?:ö|o)senord|adgangskode|kodeord",
  "salasana|has(?:ł|l)o|heslo|jelsz(?:ó|o)|(?<![a-z])parol(?:a|ă|e)|(?:ş|s)ifre|κωδικός|пароль|סיסמה|كلمة (?:المرور|السر)|पासवर्ड",
  "รหัสผ่าน|mật khẩu|密[码碼]|パスワード|暗証番号|비밀번호",
].join("|");

/** A value in quotes, including escaped quotes (`\"`), or up to the next delimiter. */
const value = [
  // Existing placeholders are kept.
  String.raw`\[redacted\]`,
  String.raw`\\{1,3}"[^"\\]{0,2000}(?:\\{1,3}")?`,
  String.raw`"(?:[^"\\\r\n]|\\.){0,2000}"?`,
  String.raw`'(?:[^'\\\r\n]|\\.){0,2000}'?`,
  String.raw`[^\s,;&"'<>)\]}]{1,2000}`,
].join("|");

/** Keys with a recognisable format. */
const shapes = [
  "(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}",
  "gh[pousr]_[A-Za-z0-9]{20,255}",
  String.raw`github_pat_\w{20,255}`,
  String.raw`gl(?:pat|dt|rt|ptt|cbt|soat)-[\w.-]{16,255}`,
  String.raw`xox[abceoprs]-[\w-]{10,255}`,
  String.raw`xapp-[\w-]{10,255}`,
  "[spr]k_(?:live|test)_[A-Za-z0-9]{10,255}",
  "whsec_[A-Za-z0-9+/=]{16,255}",
  String.raw`sk-[\w-]{16,255}`,
  String.raw`AIza[\w-]{30,60}`,
  String.raw`ya29\.[\w-]{20,500}`,
  "npm_[A-Za-z0-9]{30,60}",
  String.raw`pypi-[\w-]{30,500}`,
  String.raw`SG\.[\w-]{16,60}\.[\w-]{16,80}`,
  "(?:SK|AC)[0-9a-f]{32}",
  "hf_[A-Za-z0-9]{20,100}",
  "do[opr]_v1_[a-f0-9]{40,100}",
  String.raw`hv[sb]\.[\w-]{20,500}`,
  "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
  String.raw`ATATT3[\w=-]{20,500}`,
  String.raw`plumb_\w{10,255}`,
  String.raw`\d{8,10}:[\w-]{35}(?![\w-])`,
].join("|");

/** Calls that type text into a field. */
const typing = String.raw`\b(?:fill|type|press_?sequentially|send_?keys|set_?value|enter_?text)\(\s?`;

const quoted = String.raw`\\{0,3}["']`;

/** Ordered: patterns for whole lines or blocks come before patterns for single words. */
const rules: readonly (readonly [RegExp, string])[] = [
  // A truncated key has no end marker and extends to the end of the text.
  [/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----[^]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g, removed],
  // HTTP headers, also as JSON.
  [
    /\b((?:set-)?cookie["']?\s{0,5}[:=]\s{0,5})(\[redacted\]|"(?:[^"\\\r\n]|\\.){0,8000}"?|'[^'\r\n]{0,8000}'?|[^\r\n]{1,8000})/gi,
    `$1${removed}`,
  ],
  [
    /\b((?:proxy-)?authorization["']?\s{0,5}[:=]\s{0,5})(\[redacted\]|"(?:[^"\\\r\n]|\\.){0,8000}"?|'[^'\r\n]{0,8000}'?|[^\r\n]{1,8000})/gi,
    `$1${removed}`,
  ],
  [/\b(bearer\s{1,5})[\w.~+/=-]{6,8000}/gi, `$1${removed}`],
  // Requires encoded text, so that an ordinary word after "basic" does not match.
  [/\b(Basic\s{1,5})(?=[A-Za-z0-9+/]{0,2000}[A-Z0-9=])[A-Za-z0-9+/]{8,2000}={0,2}/g, `$1${removed}`],
  // JSON web tokens, complete or truncated.
  [/(?<![\w-])eyJ[\w-]{8,8000}\.[\w-]{1,8000}(?:\.[\w-]{0,8000})?/g, removed],
  // User and password in a URL, up to its last @.
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/"'<>?#]{1,400}@/gi, `$1${removed}@`],
  [/(hooks\.slack\.com\/(?:services|workflows)\/)[\w/]{1,200}/gi, `$1${removed}`],
  [new RegExp(`(?<![A-Za-z0-9])(?:${shapes})`, "g"), removed],
  // Text typed into a field with such a name, on the same line or the next.
  [
    new RegExp(String.raw`(${typing}["'][^"'\r\n]{0,100}?(?:${names})[^"'\r\n]{0,100}["'],\s?)(?:${value})`, "gi"),
    `$1${removed}`,
  ],
  [
    new RegExp(String.raw`((?:${names})[^]{0,200}?${typing})(?![^,\r\n]{0,200}, ?\[redacted\])(?:${value})`, "gi"),
    `$1${removed}`,
  ],
  [
    /(<input\b[^>]{0,400}?type=["']?password[^>]{0,400}?value=)("[^"]{0,2000}"?|'[^']{0,2000}'?|[^\s>]{1,2000})/gi,
    `$1${removed}`,
  ],
  [/(<input\b[^>]{0,400}?value=)("[^"]{0,2000}"|'[^']{0,2000}')(?=[^>]{0,400}?type=["']?password)/gi, `$1${removed}`],
  // Elements with such a name, with a namespace and attributes.
  [
    new RegExp(
      String.raw`(<(?:[\w.-]{1,40}:)?[\w.-]{0,40}(?:${names})[\w.-]{0,40}(?:\s[^<>]{0,400})?>)(?:<!\[CDATA\[[^]{0,2000}?(?:\]\]>|$)|\s{0,20}[^\s<][^<]{0,2000})`,
      "gi",
    ),
    `$1${removed}`,
  ],
  // Command line arguments.
  [/((?<![\w-])(?:-[uU]|--(?:proxy-)?user)[ =]{1,3}["']?[^\s:"']{0,200}:)[^\s"']{1,2000}/g, `$1${removed}`],
  [new RegExp(String.raw`((?<![\w-])(?:passwd|sshpass\s{1,3}-p)\s{1,3})(?:${value})`, "gi"), `$1${removed}`],
  [new RegExp(String.raw`((?<![\w-])--?[\w-]{0,20}(?:${names})[\w-]{0,20}[ =])(?:${value})`, "gi"), `$1${removed}`],
  [
    new RegExp(String.raw`((?:${names})[\w-]{0,40}(?:${quoted})?\s{0,5}(?:=>|[:=：])\s{0,5})(?:${value})`, "gi"),
    `$1${removed}`,
  ],
  [/(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}\b/gi, "[email]"],
  // Pictures, certificates and other encoded data that is useless to a reader.
  [/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{120,}={0,2}/g, "[data]"],
];

/** A field in a page snapshot in Playwright's notation, with its value after the colon. */
const fieldLine =
  /^(\s{0,200}- '?(?:textbox|searchbox|combobox|spinbutton)\b(?: "(?:[^"\\]|\\.){0,2000}"| \/(?:[^/\\]|\\.){0,2000}\/)?(?: \[[^\]]{0,100}\]){0,20}'?:)(.*)$/;
const textLine = /^(\s{0,200}- text:)(.*)$/;

/** Removes field values from page snapshots, regardless of the field names. */
function withoutFieldValues(text: string): string {
  if (!/- '?(?:textbox|searchbox|combobox|spinbutton)\b/.test(text)) return text;
  const lines: string[] = [];
  /** Indentation of the current field, and whether its value continues on these lines. */
  let field: { indent: number; isBlock: boolean } | null = null;
  for (const line of text.split("\n")) {
    const indent = line.length - line.trimStart().length;
    if (field !== null && line.trim() !== "" && indent <= field.indent) field = null;
    if (field?.isBlock === true) continue;
    const found: RegExpExecArray | null = (field === null ? fieldLine : textLine).exec(line);
    const [, name, content = ""]: readonly string[] = found ?? [];
    if (name === undefined) lines.push(line);
    else {
      lines.push(content.trim() === "" ? line : `${name} ${removed}`);
      if (field === null) field = { indent, isBlock: /^\s[|>]/.test(content) };
      else if (/^\s[|>]/.test(content)) field = { indent, isBlock: true };
    }
  }
  return lines.join("\n");
}

/**
 * Returns the first `length` characters of a text without credentials (keys, tokens, passwords, cookies, credentials in URLs) and email addresses. In
 * doubt, it also removes harmless words. Keeps host names, because they are often relevant to failures.
 */
export function redact(text: string, length: number): string {
  let found = withoutFieldValues(text.slice(0, length + overlap));
  for (const [pattern, instead] of rules) found = found.replace(pattern, instead);
  return cut(found, length);
}
