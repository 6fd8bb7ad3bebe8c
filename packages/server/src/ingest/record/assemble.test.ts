import type { TestEvent } from "@plumb/contract/result-event.ts";
import { limits } from "@plumb/formats/limits.ts";
import { expect, test } from "vitest";
import { TestAssembler } from "./assemble.ts";

const decided: TestEvent = {
  kind: "test",
  id: "1",
  file: null,
  titlePath: ["Till", "pays"],
  variant: "",
  status: "failed",
  flaky: false,
};

test("keeps both ends of a long output, with one note", () => {
  const notes: string[] = [];
  const assembler = new TestAssembler((note) => notes.push(note));
  for (let line = 0; line < 40_000; line++)
    assembler.add({ kind: "stdout", test: "1", attempt: 0, stream: "stdout", text: `crate ${line} arrives\n` });

  const stdout = assembler.add(decided)?.detail?.attempts[0]?.stdout ?? "";

  expect(stdout.length).toBeLessThanOrEqual(limits.output);
  expect(stdout.startsWith("crate 0 arrives\n")).toBe(true);
  expect(stdout.endsWith("crate 39999 arrives\n")).toBe(true);
  expect(stdout).toMatch(/\n… \[[\d,]+ characters left out\] …\n/);
  expect(notes).toEqual(["Outputs of one attempt longer than 250,000 characters were cut: both ends were kept."]);
});

test("does not change an output that its reader shortened", () => {
  const notes: string[] = [];
  const assembler = new TestAssembler((note) => notes.push(note));
  const text = `${"a".repeat(limits.output / 2)}${"b".repeat(limits.output / 2)}`;
  assembler.add({ kind: "stdout", test: "1", attempt: 0, stream: "stderr", text });
  expect(assembler.add(decided)?.detail?.attempts[0]?.stderr).toBe(text);
  expect(notes).toEqual([]);
});

test("a test with the address of an object in its name has the same identity in all runs", () => {
  const assembler = new TestAssembler(() => {});
  const named = (address: string) =>
    assembler.add({
      ...decided,
      titlePath: ["Till", `pays(shop.Card@${address})`],
      variant: `card=shop.Card@${address}`,
    })?.result;
  expect(named("1b2c6ec2")).toMatchObject({ titlePath: ["Till", "pays(shop.Card)"], variant: "card=shop.Card" });
  expect(named("1b2c6ec2")?.key).toBe(named("4edde6e5")?.key);
});

test("a skip reason contains no address of an object", () => {
  const reason = "Method ShopTest.opens()[pri:0, instance:ShopTest@4973813a] failed";
  const skipped = new TestAssembler(() => {}).add({ ...decided, status: "skipped", skipReason: reason });
  expect(skipped?.detail?.skipReason).toBe("Method ShopTest.opens()[pri:0, instance:ShopTest] failed");
});
