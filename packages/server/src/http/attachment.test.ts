import { expect, test } from "vitest";
import { attachment } from "./attachment.ts";

test.for([
  ["plumb-checkout-12.pdf", `attachment; filename="plumb-checkout-12.pdf"; filename*=UTF-8''plumb-checkout-12.pdf`],
  ["plumb-Käse-1.json", `attachment; filename="plumb-Kase-1.json"; filename*=UTF-8''plumb-K%C3%A4se-1.json`],
  ["支払い.zip", `attachment; filename="-.zip"; filename*=UTF-8''%E6%94%AF%E6%89%95%E3%81%84.zip`],
  [
    `a"; filename=b'(1)*.txt`,
    `attachment; filename="a-filename-b-1-.txt"; filename*=UTF-8''a%22%3B%20filename%3Db%27%281%29%2A.txt`,
  ],
] as const)("%s", ([name, header]) => {
  expect(attachment(name)).toBe(header);
});
