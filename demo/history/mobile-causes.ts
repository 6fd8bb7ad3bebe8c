import type { Cause } from "./cause.ts";

export const mobileUnreachable: Cause = {
  id: "mobile-unreachable",
  type: "CypressError",
  message: () =>
    [
      "`cy.visit()` failed trying to load:",
      "",
      "https://staging.shop.example/",
      "",
      "We attempted to make an http request to this URL but the request failed without a response.",
      "",
      "We received this error at the network level:",
      "",
      "  > Error: connect ECONNREFUSED 10.20.4.17:443",
      "",
      "Common situations why this would fail:",
      "  - you don't have internet access",
      "  - you forgot to run / boot your web server",
      "  - your web server isn't accessible",
    ].join("\n"),
  statements: ["beforeEach(() => {", "cy.visit('/');"],
  frames: ["at <unknown> (https://staging.shop.example/__cypress/runner/cypress_runner.js:129103:76)"],
  takesMs: 9100,
  picture: "mobile-unreachable.png",
};

export const sheetMissing: Cause = {
  id: "sheet-missing",
  type: "AssertionError",
  message: () =>
    "Timed out retrying after 8000ms: Expected to find element: `[data-cy=bottom-sheet]`, but never found it.",
  statements: ["cy.get('[data-cy=open-sheet]').click();", "cy.get('[data-cy=bottom-sheet]').should('be.visible');"],
  takesMs: 10_300,
  picture: "mobile-catalogue.png",
};

export const mobileAccentSearch: Cause = {
  id: "mobile-accent-search",
  type: "AssertionError",
  message: () => "Timed out retrying after 4000ms: Not enough elements found. Found '0', expected '1'.",
  statements: [
    "cy.get('[data-cy=search]').type('Fjäll{enter}');",
    "cy.get('[data-cy=product]').should('have.length', 1);",
  ],
  takesMs: 6400,
  picture: "mobile-catalogue.png",
};

export const pageUpdated: Cause = {
  id: "page-updated",
  type: "CypressError",
  message: () =>
    [
      "Timed out retrying after 4050ms: `cy.click()` failed because the page updated while this command was executing. Cypress tried to locate elements based on this query:",
      "",
      "> cy.get([data-cy=place-order])",
      "",
      "We initially found matching element(s), but while waiting for them to become actionable, they disappeared from the page.",
    ].join("\n"),
  statements: ["cy.get('[data-cy=terms]').check();", "cy.get('[data-cy=place-order]').click();"],
  takesMs: 7900,
  picture: "mobile-checkout.png",
};
