import { expect, test } from "vitest";
import { deviceName, deviceOf } from "./device.ts";

const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.for([
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`, "Safari 17 on macOS", false],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`,
    "Chrome 126 on Windows",
    false,
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    "Edge 126 on Windows",
    false,
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox 128 on Linux", false],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1",
    "Chrome 126 on iPhone",
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`,
    "Chrome 126 on Android",
    true,
  ],
  ["curl/8.5.0", "curl", false],
  ["node", "node", false],
  ["", "Unknown device", false],
  [null, "Unknown device", false],
] as const)("%s is %s", ([userAgent, expected, handheld]) => {
  const device = deviceOf(userAgent);
  expect([deviceName(device), device.handheld]).toEqual([expected, handheld]);
});
