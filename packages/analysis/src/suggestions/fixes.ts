import type { Fix } from "./fix.ts";
import { scriptFixes } from "./script-fixes.ts";

/** Suggestions, most promising first. */
export const fixes: readonly Fix[] = [
  ...scriptFixes,
  // The application
  {
    for: ["A1", "A2"],
    text: "The test expected {expected} and received {received}: find the change that caused this between the last passing run and this one.",
  },
  {
    for: ["A3"],
    text: "The server responded with {status}: look for the exception in its log at the time of the failure. The address was {target}.",
  },
  {
    for: ["A3"],
    text: "The server responded with {status}: look for the exception in its log at the time of the failure.",
  },
  {
    for: ["A4"],
    text: "The response was {received} instead of {expected}: compare the request in {place} with the API description, and find out which one changed.",
  },
  { for: ["A5"], text: "The application itself failed at {place}: start with that line of the stack." },
  {
    for: ["A6"],
    text: "Compare the image with its baseline: did the layout change, or do fonts and rendering differ on this machine?",
  },
  {
    for: ["A7"],
    text: "Measured {received}, allowed {expected}: compare with the duration in earlier runs on this environment.",
  },
  // Data
  {
    for: ["D1"],
    text: "The test needs a record that {host} does not have: create it in the setup instead of relying on existing data.",
  },
  {
    for: ["D1"],
    text: "The test needs data that does not exist: create it in the setup of {place}, and remove it afterwards.",
  },
  {
    for: ["D2"],
    text: "The test creates something that already exists: use a unique name per run, or remove it first.",
  },
  {
    for: ["D3", "D5"],
    text: "Check that the data file read in {place} is in the repository and has the expected format.",
  },
  {
    for: ["D4", "D6"],
    text: "Renew the credentials for {host}; keep them in a CI secret.",
  },
  { for: ["D4", "D6"], text: "Try the credentials of this test manually: are they expired, locked or changed?" },
  {
    for: ["D7"],
    text: "{received} instead of {expected}: another test or person changed the record. Give each test its own record.",
  },
  // The environment
  {
    for: ["E1"],
    where: ({ text }) => /refused/i.test(text),
    text: "Nothing was listening on {host}: start the application before the tests, and wait until it answers.",
    code: "npx wait-on http://{host}",
  },
  { for: ["E1"], text: "Check whether {host} was up when the test ran: look at other failures from the same minute." },
  {
    for: ["E1"],
    tools: ["playwright"],
    text: "Let Playwright start the application, and wait for it.",
    code: "webServer: { command: 'npm start', url: 'http://localhost:3000', reuseExistingServer: !process.env.CI }",
  },
  {
    for: ["E2"],
    where: ({ text }) => /ENOTFOUND|NAME_NOT_RESOLVED|UnknownHost|getaddrinfo|resolve/i.test(text),
    text: "The name {host} could not be resolved on the test machine: check spelling, DNS and VPN there.",
    code: "nslookup {host}",
  },
  {
    for: ["E2"],
    text: "The connection to {host} was lost: look for restarts, proxies and connection limits in between.",
  },
  {
    for: ["E3"],
    where: ({ text }) => /Executable doesn.t exist|playwright install/.test(text),
    text: "Install the browsers of this Playwright version on the test machine.",
    code: "npx playwright install --with-deps",
  },
  {
    for: ["E3"],
    where: ({ text }) => /only supports|version/i.test(text),
    tools: ["selenium", "webdriverio"],
    text: "Driver and browser versions do not match: remove the pinned driver and let Selenium Manager choose one.",
  },
  {
    for: ["E3"],
    where: ({ text }) => /display|XServer|X server/i.test(text),
    text: "The machine has no display: run the browser headless, or under xvfb.",
    code: "xvfb-run -a …",
  },
  { for: ["E3"], text: "Check that {host} accepts new sessions and has the requested browser." },
  {
    for: ["E4"],
    text: "The browser closed during the test: check for a crash and for low memory on the machine at that time.",
  },
  {
    for: ["E5"],
    where: ({ text }) => /No space|ENOSPC/i.test(text),
    text: "The disk of the machine is full: remove old artifacts and caches.",
    code: "df -h",
  },
  { for: ["E5"], text: "The machine had too little memory or time: run fewer workers in parallel." },
  {
    for: ["E6"],
    text: "{host}, which the application depends on, did not answer: check its state at the time of the failure.",
  },
  {
    for: ["E6"],
    where: ({ status }) => status === 429,
    text: "Requests were refused with 429: run fewer tests in parallel, or request a higher limit for the test account.",
  },
  {
    for: ["E7"],
    text: "The certificate of {host} is not trusted here: install its certificate authority, or allow it for this environment only.",
  },
  {
    for: ["E8"],
    where: ({ text }) => /module|package|import/i.test(text),
    tools: ["pytest"],
    text: "{missing} is not installed where the tests run: add it to the requirements.",
    code: "pip install {missing}",
  },
  {
    for: ["E8"],
    where: ({ text }) => /module|package|import/i.test(text),
    tools: ["javascript", "playwright", "cypress"],
    text: "{missing} is not installed where the tests run: add it to package.json, and install from the lock file.",
    code: "npm install {missing}",
  },
  { for: ["E8"], text: "Set {missing} in the environment of this run." },
  // Errors with few details
  {
    for: ["S1", "S4"],
    where: ({ target }) => target === null,
    text: "Check in {place} which element was searched for, and whether the page contained it at the time of failure.",
  },
  {
    for: ["S3"],
    where: ({ target }) => target === null,
    text: "Check in {place} which element is used, and wait until it is enabled and not covered.",
  },
  {
    for: ["S5"],
    where: ({ expected }) => expected === null,
    text: "Compare the expectation in {place} with the intended behavior of the application.",
  },
  {
    for: ["A1", "A2", "A4"],
    where: ({ expected }) => expected === null,
    text: "The check in {place} found a wrong result: find the change between the last passing run and this one.",
  },
  {
    for: ["E1"],
    where: ({ host }) => host === null,
    text: "The application could not be reached: check that it was started, and look at other failures from the same minute.",
  },
  {
    for: ["E3"],
    where: ({ host, text }) => host === null && !/playwright install/.test(text),
    text: "The browser or its driver did not start: check that both are installed on the test machine, in matching versions.",
  },
  {
    for: ["S7"],
    text: "The test runner or its setup is not configured correctly: compare its configuration with that of the last passing run.",
  },
  {
    for: ["E8"],
    text: "Something that the tests need is missing on this machine: compare its packages and settings with a machine where the tests pass.",
  },
  // Unknown
  {
    for: ["U1"],
    text: "The test timed out in {place} without a reason: look for the last action in the trace or the steps.",
  },
  {
    for: ["U1"],
    where: ({ frame }) => frame === null,
    text: "The test timed out without a reason: look for the last action in the trace or the steps.",
  },
  {
    for: ["U2"],
    text: "The check in {place} does not show the actual value: compare values instead of a condition, or add a message.",
  },
  { for: ["U3"], text: "The run was stopped before this test ended: find out why, and run it again." },
  {
    for: ["U4"],
    text: "Check what the page showed instead of {expected}: a message there shows whether the application or the script is wrong.",
  },
  {
    for: ["U4"],
    text: "Check what the page showed while waiting for {target}: a message there shows whether the application or the script is wrong.",
  },
];
