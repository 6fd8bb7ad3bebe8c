import { expect, test } from "vitest";
import { currentIdentity } from "./current-identity.ts";

const plain = { file: null, variant: "" };

test.for([
  [
    { ...plain, titlePath: ["Till", "pays by shop.Card@1b2c6ec2"] },
    { ...plain, titlePath: ["Till", "pays by shop.Card"] },
  ],
  [
    { file: "/builds/shop/shop/till.ts", variant: "", titlePath: ["pays"] },
    { file: "till.ts", variant: "", titlePath: ["pays"] },
  ],
  [
    { ...plain, titlePath: ["Testem Tests", "Chrome 140.0", "Unit: pays"] },
    { ...plain, variant: "Chrome", titlePath: ["Unit: pays"] },
  ],
  [
    { ...plain, variant: "chrome-141.0.7390.54", titlePath: ["pays"] },
    { ...plain, variant: "chrome", titlePath: ["pays"] },
  ],
  [
    { ...plain, titlePath: ["Till", "pays[js, browser, ChromeHeadless141.0.7390, Linux]"] },
    { ...plain, titlePath: ["Till", "pays[js, browser, ChromeHeadless, Linux]"] },
  ],
  [
    { file: "tests/till.robot", variant: "", titlePath: ["S", "Tests", "Till", "Pays"] },
    { file: "tests/till.robot", variant: "", titlePath: ["Till", "Pays"] },
  ],
  [
    { file: "till.ts", variant: "Pixel 7", titlePath: ["Till", "opens in Chrome 140.0"] },
    { file: "till.ts", variant: "Pixel 7", titlePath: ["Till", "opens in Chrome 140.0"] },
  ],
] as const)("%j is now %j", ([stored, current]) => {
  expect(currentIdentity(stored)).toEqual(current);
  expect(currentIdentity(current)).toEqual(current);
});
