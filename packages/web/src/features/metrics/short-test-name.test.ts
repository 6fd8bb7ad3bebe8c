import { expect, test } from "vitest";
import { shortTestName } from "./short-test-name.ts";

test.for([
  ["adds to cart", "adds to cart", "a short name stays"],
  ["Shop › Cart › adds", "Cart › adds", "the last two segments"],
  ["Shop > Cart > adds", "Cart › adds", "in either notation"],
  ["a>b > c", "a>b › c", "only where spaces part them"],
  ["x".repeat(40), "x".repeat(40), "forty characters are not too long"],
  ["x".repeat(41), `${"x".repeat(37)}…`, "one word too long: 37 characters"],
  ["shows an error when the card has expired today", "shows an error…", "more than three words: the first three"],
  [`${"x".repeat(39)} and two more`, `${"x".repeat(37)}…`, "three words that are too long themselves"],
  ["Cart › a title of very many words that goes on and on", "Cart › a title…", "what parts segments is no word"],
  ["The cart › a customer adds two lamps and a teapot", "The cart › a…", "over the end of a segment"],
  ["", "", "nothing"],
] as const)("%j is shortened to %j: %s", ([name, short]) => {
  expect(shortTestName(name)).toBe(short);
});
