import { type Rule, seen } from "./rule.ts";

/** Rules for test data, in the order of evaluation. */
export const dataRules: readonly Rule[] = [
  {
    id: "grant-revoked",
    subClass: "D6",
    decides: true,
    says: /invalid_grant|expired or revoked|refresh token .{0,30}(?:invalid|expired)/i,
  },
  {
    id: "bad-credentials",
    subClass: "D6",
    where: ({ marks }) => !marks.includes("negative"),
    says: /invalid (?:login|credential|username|e-?mail|password|user)|incorrect (?:username|password|e-?mail)|bad credentials|wrong password|authentication failed|login failed for user|username or password|account (?:is )?(?:locked|disabled|not found)|Epic sadface|password (?:is|was) incorrect/i,
  },
  {
    id: "credentials-seen",
    subClass: "D6",
    decides: true,
    page: seen(
      /invalid (?:login|credential|username|password|e-?mail)|incorrect (?:username|password)|wrong password|bad credentials|username or password/i,
    ),
  },
  {
    id: "duplicate-key",
    subClass: "D2",
    decides: true,
    says: /\bE11000\b|Duplicate entry '|UNIQUE constraint failed|UniqueViolation|violates unique constraint|Violation of (?:UNIQUE|PRIMARY) KEY/,
  },
  {
    id: "duplicate",
    subClass: "D2",
    says: /already (?:exists?|registered|taken|in use|been taken|used)|duplicate (?:key|entry)|is (?:already )?(?:exist|registered|taken)\b|has already been taken|UNIQUE constraint|E11000|Conflict|UniqueViolation|IntegrityError|DuplicateKey/i,
    where: ({ error }) => !/toThrow|rejects/.test(error.action ?? ""),
  },
  {
    id: "alert-refuses",
    subClass: "D6",
    decides: true,
    says: /(?:alert|prompt)[^\n]{0,80}[^\n]{0,120}\b(?:not valid|invalid|incorrect|wrong|do(?:es)? not (?:match|exist)|unauthorized)\b/i,
    where: ({ error }) =>
      /UnhandledAlert|UnexpectedAlert|unexpected alert/.test(`${error.type} ${error.text.slice(0, 600)}`),
  },
  {
    id: "alert-open",
    subClass: "S3",
    says: /unexpected alert|UnhandledAlert|UnexpectedAlert/,
  },
  {
    id: "credentials-received",
    subClass: "D6",
    decides: true,
    where: ({ error, marks }) =>
      !marks.includes("negative") &&
      /(?:username|user name|password|e-?mail|credentials?|login)\b.{0,30}\b(?:is|are|was)? ?(?:invalid|incorrect|wrong|not (?:valid|found|recogni[sz]ed))|invalid (?:login|credential|username|password)|account (?:is )?(?:locked|disabled)/i.test(
        error.received ?? "",
      ),
  },
  { id: "duplicate-seen", subClass: "D2", page: seen(/already (?:exists|registered|taken|in use)/i) },
  {
    id: "expired",
    subClass: "D4",
    where: ({ kind }) => kind !== "unit",
    says: /(?:token|jwt|session|coupon|card|licen[cs]e|certificate|link) (?:has |is )?expired|TokenExpired|jwt expired|ExpiredSignature/i,
  },
  {
    id: "data-file",
    subClass: "D5",
    decides: true,
    says: /invalid argument: File not found|NotOfficeXmlFile|(?:FileNotFoundException|ENOENT|No such file|FileNotFoundError|cannot find the (?:file|path)).{0,200}\.(?:xlsx?|csv|json|jpe?g|png|pdf|txt|docx?)\b|\.(?:xlsx?|csv|json|jpe?g|png|pdf|txt|docx?)\b.{0,60}(?:No such file|cannot find the|does not exist)|Workbook|Test data '.{1,200}' not found|fixture file could not be found|A fixture file/i,
  },
  {
    id: "malformed-data",
    subClass: "D3",
    decides: true,
    says: /Cannot get a (?:STRING|NUMERIC|text) value|from a NUMERIC cell|from a (?:STRING|text) cell|EncryptedDocument|Invalid header signature|OLE2|ragged row|sheet .{0,40}(?:does not exist|not found|is null)/i,
  },
  {
    id: "option-missing",
    subClass: "D1",
    decides: true,
    says: /could not find a single `?<option>|Cannot locate (?:option|element) with (?:text|value|index)|did not find some options|No option with (?:value|text)/i,
  },
  {
    id: "none-available",
    subClass: "D1",
    decides: true,
    says: /\b(?:rooms?|seats?|slots?|items?|products?|records?|results?|data|flights?|stock)\b.{0,30}\b(?:not available|unavailable|sold out|out of stock)\b|no (?:rooms?|slots?|seats?|records?|rows|results|data) (?:were |was |is |are )?(?:found|available|left)/i,
  },
  {
    id: "after-login",
    subClass: "D6",
    kinds: ["ui"],
    says: /no such element|Unable to locate|not found|Expected condition failed/i,
    where: ({ marks, error }) =>
      /login.*success/.test(marks) &&
      !marks.includes("negative") &&
      /dashboard|account|log ?out|sign ?out|welcome|profile/i.test(error.target ?? ""),
  },
  {
    id: "missing-record",
    subClass: "D1",
    says: /foreign key constraint|no (?:records?|rows|results|data|rooms|items|users?) (?:were )?(?:found|available)|(?:record|user|customer|order|product|account|booking|item) .{0,30}(?:not found|does not exist)|DoesNotExist|NoResultFound|EmptyResultDataAccess|deep include|to deeply include|to include an object/i,
  },
];
