import { expect, test } from "vitest";
import { parsePiece } from "./parse-piece.ts";

test.for([
  ['{"a":[1,"x"]}', { a: [1, "x"] }, false],
  ['{"a":NaN,"b":-Infinity,"c":"NaN, ]"}', { a: null, b: null, c: "NaN, ]" }, true],
  ['{"a":"tab\there"}', { a: "tab here" }, true],
  ['{"a":[1,2,],}', { a: [1, 2] }, true],
] as const)("parses %s", ([json, value, repaired]) => {
  expect(parsePiece(json)).toEqual({ value, repaired });
});

test.for(["", "{", '{"a" 1}', "{'a':1}", '{"a":undefined}'])("%s cannot be repaired", (json) => {
  expect(parsePiece(json)).toBeUndefined();
});
