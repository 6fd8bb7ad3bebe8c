import type { Cause } from "./cause.ts";
import { actionFailed, staging, valueDiffers } from "./playwright-messages.ts";

export const apiUnreachable: Cause = {
  id: "api-unreachable",
  type: "Error",
  message: () =>
    actionFailed("Error: apiRequestContext.fetch", "connect ECONNREFUSED 10.20.4.17:443", [
      `→ GET ${staging}/api/v2/health`,
      "  user-agent: Playwright/1.65.1 (x64; ubuntu 24.04) node/24.11",
      "  accept: */*",
    ]),
  statements: ["const api = await signedIn(playwright);", "const response = await api.fetch('/api/v2/health');"],
  step: "first",
  takesMs: 130,
};

export const apiPayment: Cause = {
  id: "api-payment",
  type: "Error",
  message: () => valueDiffers("201", "503"),
  statements: [
    "const response = await api.post('/api/v2/payments', { data });",
    "expect(response.status()).toBe(201);",
  ],
  step: "last",
  takesMs: 3400,
  output: (number) =>
    `POST /api/v2/payments → 503\n{"error":"The payment provider is not available","request":"req_${number}"}\n`,
};

export const emailTaken: Cause = {
  id: "email-taken",
  type: "Error",
  message: (_test, number) =>
    `${valueDiffers("201", "409")}\n\nanswer: {"error":"shopper${number}@mail.example is registered already"}`,
  statements: [
    "const response = await api.post('/api/v2/customers', { data: shopper });",
    "expect(response.status()).toBe(201);",
  ],
  step: "last",
  takesMs: 310,
};

export const priceAsText: Cause = {
  id: "price-as-text",
  type: "Error",
  message: () => valueDiffers(`"number"`, `"string"`),
  statements: ["const { price } = await response.json();", "expect(typeof price).toBe('number');"],
  takesMs: 240,
};

export const voucherTotalApi: Cause = {
  id: "voucher-total-api",
  type: "Error",
  message: () => valueDiffers("71.1", "79"),
  statements: ["const order = await response.json();", "expect(order.total).toBe(71.1);"],
  takesMs: 450,
};

export const tooManyRequests: Cause = {
  id: "too-many-requests",
  type: "Error",
  message: () => valueDiffers("200", "429"),
  statements: ["const response = await api.get('/api/v2/stock');", "expect(response.status()).toBe(200);"],
  step: "last",
  takesMs: 190,
  output: (number) => `GET /api/v2/stock → 429, retry-after: ${1 + (number % 9)}\n`,
};
