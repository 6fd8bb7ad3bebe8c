import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { csvLine, writeCsv } from "./csv.ts";

test.for([
  [["plain", 7, -1.5, true, null], "plain,7,-1.5,true,\r\n"],
  [['say "hi"', "a,b", "a;b", "two\nlines", " room "], '"say ""hi""","a,b","a;b","two\nlines"," room "\r\n'],
  [["=1+1", "+1", "-1", "@SUM(A1)"], "'=1+1,'+1,'-1,'@SUM(A1)\r\n"],
  [["\t=1", "\r=1", '=HYPERLINK("x")', "＝1"], `"'\t=1","'\r=1","'=HYPERLINK(""x"")",'＝1\r\n`],
  [[" =1", "\u00A0+1", "\u200B=1", "\uFEFF@a", "\u202E=1"], "' =1,'\u00A0+1,'\u200B=1,'\uFEFF@a,'\u202E=1\r\n"],
] as const)("%j", ([cells, line]) => {
  expect(csvLine(cells)).toBe(line);
});

test("starts with the byte order mark for spreadsheets, and ends every line", async () => {
  const out = new PassThrough();
  const written = buffer(out);
  const rows = Readable.from([
    ["Käse", 1],
    ["支払い", 2],
  ]);
  await writeCsv(out, ["name", "count"], rows, new AbortController().signal);
  expect((await written).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect((await written).subarray(3).toString()).toBe("name,count\r\nKäse,1\r\n支払い,2\r\n");
});
