import { cleanTitle } from "#text/clean-text.ts";
import { topLevelKeys } from "./json-facts.ts";
import { type KnownFile, other } from "./known-file.ts";
import { knownJson, knownJsonArrays } from "./known-json.ts";
import { knownLines } from "./known-lines.ts";
import { knownXml } from "./known-xml.ts";
import { type XmlRoot, xmlRoot } from "./xml-facts.ts";

const general = "Upload a machine-readable report, such as JUnit XML or JSON";

/** Returns a message for a text in an unknown format, which describes it and suggests what to upload instead. */
export function declinedReport(text: string): string {
  const start = text.trimStart();
  const root = xmlRoot(start);
  if (root !== undefined) return xmlSentence(root, text);
  if (/^<!doctype html|^<html/i.test(start)) return sentence(htmlPage(text));
  const line = knownLines.find(([pattern]) => pattern.test(start))?.[1];
  if (line !== undefined) return sentence(line);
  if (start.startsWith("[")) {
    const known = knownJsonArrays.find(([matches]) => matches(start))?.[1];
    if (known !== undefined) return sentence(known);
  }
  const keys = start.startsWith("[") ? undefined : topLevelKeys(text);
  if (keys !== undefined) return jsonSentence(keys, text);
  if (/^[[{]/.test(start)) return `This is JSON, but not a known test report. ${general}`;
  return `Plain text that begins with "${excerpt(start)}", not a test report. Configure the reporter to write its report to a file, and upload that file`;
}

function htmlPage(text: string): KnownFile {
  if (text.includes("playwrightReportBase64") || /<title>Playwright Test Report/i.test(text)) {
    return other(
      "a page of Playwright's HTML report that contains no results",
      "Upload the whole folder playwright-report, or the file of Playwright's reporter `json`",
    );
  }
  if (/allure/i.test(text))
    return other("a page of an Allure report", "Upload the allure-results folder that it was generated from");
  if (/mochawesome/i.test(text))
    return other("a mochawesome page", "Upload the mochawesome.json that was written next to it");
  if (/robot framework/i.test(text))
    return other("a Robot Framework page", "Upload the output.xml that was written next to it");
  return other(
    "an HTML page, perhaps the error page of a proxy",
    "Upload a machine-readable report, such as JUnit XML or JSON",
  );
}

function xmlSentence(root: XmlRoot, text: string): string {
  if (root.name.toLowerCase() === "html") return sentence(htmlPage(text));
  const known = knownXml.find(([matches]) => matches(root))?.[1];
  return known === undefined
    ? `This is XML with the root element <${root.name.slice(0, 60)}>, which is not a known test report. ${general}`
    : sentence(known);
}

function jsonSentence(keys: ReadonlySet<string>, text: string): string {
  const known = knownJson.find(([matches]) => matches({ keys, text }))?.[1];
  if (known !== undefined) return sentence(known);
  const names = [...keys].slice(0, 6).map((key) => `"${key.slice(0, 40)}"`);
  const has = names.length === 0 ? "without fields" : `with the fields ${names.join(", ")}`;
  return `This is JSON ${has}, which is not a known test report. ${general}`;
}

function sentence({ what, report: isReport, instead }: KnownFile): string {
  const yet = isReport ? "; Plumb does not support it yet" : "";
  const advice = instead ?? (isReport ? general : undefined);
  return `This is ${what}${yet}.${advice === undefined ? "" : ` ${advice}`}`.replace(/\.$/, "");
}

function excerpt(text: string): string {
  return cleanTitle(text.slice(0, 60), 60).replaceAll('"', "'").trim();
}
