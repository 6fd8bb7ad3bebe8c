import { expect, test } from "vitest";
import { withoutAddresses } from "./object-address.ts";

test.for([
  ["pay[shop.Card@1b2c6ec2](1)", "pay[shop.Card](1)"],
  ["[1] DemoTest$Pojo@78e117e3", "[1] DemoTest$Pojo"],
  ["[[Ljava.lang.String;@4edde6e5, [B@7a81197d]", "[[Ljava.lang.String;, [B]"],
  ["Till$$Lambda$14/0x0000000800066840@1b2c6ec2", "Till$$Lambda"],
  ["Till$$Lambda/0x00007f0e3c066840@1b2c6ec2", "Till$$Lambda"],
  ["Till$$Lambda$1/791452441@6d06d69c.", "Till$$Lambda."],
  ["jdk.proxy2.$Proxy12@6d06d69c", "jdk.proxy2.$Proxy12"],
  ["test_pay[<shop.Card object at 0x7f3c5a1b2c3d>]", "test_pay[<shop.Card object>]"],
  ["<function pay at 0x7F3C5A1B2C3D> is called", "<function pay> is called"],
  ['pays with #<Shop::Card:0x000055d5a1b2c3d4 @owner="Ada">', 'pays with #<Shop::Card @owner="Ada">'],
  ["TestPay/(*shop.Card)(0xc000010030)", "TestPay/(*shop.Card)"],
  [
    "pays with data set #0 (shop\\Card Object &000000007b2c6ec20000000055d5a1b2 ())",
    "pays with data set #0 (shop\\Card Object ())",
  ],
] as const)("%s becomes %s", ([text, expected]) => {
  expect(withoutAddresses(text)).toBe(expected);
});

test.for([
  "orders@decade.example",
  "orders@1decade.example",
  "Orders@1a2b3c4d.example",
  "ada@cafe12.test",
  "works with React@18 and Node@20",
  "Bob@facade",
  "fills color 0xdeadbeef at 0x1000",
  "maps (0xc000010030)",
  "commit 1b2c6ec2@main",
  "git@github.com:acme/shop",
])("%s contains no address", (text) => {
  expect(withoutAddresses(text)).toBe(text);
});
