import { parse } from "content-disposition";
import { expect, test } from "vitest";
import { contentDisposition } from "./content-disposition.ts";

test.for([
  ["report.pdf", `filename=report.pdf`],
  ['re"port.pdf', `filename="re\\"port.pdf"`],
  ["a\r\nset-cookie: x=1.pdf", `filename="a__set-cookie: x=1.pdf"`],
  ["plumb-Käse (1)'*.pdf", `filename="plumb-Kase (1)'*.pdf"; filename*=UTF-8''plumb-K%C3%A4se%20%281%29%27%2A.pdf`],
  ["支払い.zip", `filename=_.zip; filename*=UTF-8''%E6%94%AF%E6%89%95%E3%81%84.zip`],
  ["../../etc/passwd", `filename=.._.._etc_passwd`],
  ["\uD800x.pdf", `filename=_x.pdf; filename*=UTF-8''%EF%BF%BDx.pdf`],
  ["invoice-\u202Efdp.exe", `filename=invoice-fdp.exe`],
] as const)("the download of %j has a name that ends no header and stays in its folder", ([name, disposition]) => {
  expect(contentDisposition("attachment", name)).toBe(`attachment; ${disposition}`);
});

test("a client reads the exact name back", () => {
  const name = `a"; filename=b'(1)%20.txt`;
  expect(parse(contentDisposition("inline", name))).toEqual({ type: "inline", parameters: { filename: name } });
});
