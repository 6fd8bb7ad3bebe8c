import { expect, test } from "vitest";
import { contentDisposition } from "#http/content-disposition.ts";

test.for([
  ["report.pdf", `filename="report.pdf"; filename*=UTF-8''report.pdf`],
  ['re"port.pdf', `filename="re_port.pdf"; filename*=UTF-8''re%22port.pdf`],
  ["a\r\nset-cookie: x=1.pdf", `filename="a__set-cookie: x=1.pdf"; filename*=UTF-8''a__set-cookie%3A%20x%3D1.pdf`],
  ["büro (1)'*.pdf", `filename="b_ro (1)'*.pdf"; filename*=UTF-8''b%C3%BCro%20%281%29%27%2a.pdf`],
  ["../../etc/passwd", `filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
  ["\uD800x.pdf", `filename="_x.pdf"; filename*=UTF-8''%EF%BF%BDx.pdf`],
] as const)("the download of %j has a name that ends no header and leads out of no folder", ([name, disposition]) => {
  expect(contentDisposition("attachment", name)).toBe(`attachment; ${disposition}`);
});
