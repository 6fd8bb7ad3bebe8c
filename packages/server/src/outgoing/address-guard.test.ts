import { expect, test } from "vitest";
import { createAddressGuard, isHostException } from "./address-guard.ts";

test.for([
  ["0.0.0.0", false],
  ["10.255.255.255", false],
  ["11.0.0.0", true],
  ["100.64.0.1", false],
  ["100.128.0.1", true],
  ["127.0.0.1", false],
  ["127.255.255.254", false],
  ["169.254.169.254", false],
  ["172.15.255.255", true],
  ["172.16.0.1", false],
  ["172.32.0.1", true],
  ["192.168.1.1", false],
  ["198.18.0.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["8.8.8.8", true],
  ["::", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:7f00:1", false],
  ["::ffff:8.8.8.8", true],
  ["::127.0.0.1", false],
  ["64:ff9b::10.0.0.1", false],
  ["64:ff9b::808:808", true],
  ["2002:7f00:1::", false],
  ["fd00::1", false],
  ["fe80::1", false],
  ["ff02::1", false],
  ["2606:4700::1111", true],
] as const)("without exceptions, %s is allowed: %s", ([address, allowed]) => {
  expect(createAddressGuard([]).allows(address, address)).toBe(allowed);
});

test.for([
  ["jira.intern", "jira.intern", "10.0.0.5", true],
  ["jira.intern", "JIRA.intern.", "10.0.0.5", true],
  ["jira.intern", "evil.example", "10.0.0.5", false],
  ["jira.intern", "jira.intern.evil.example", "10.0.0.5", false],
  ["10.0.0.5", "jira.intern", "10.0.0.5", true],
  ["10.0.0.5", "jira.intern", "10.0.0.6", false],
  ["10.1.0.0/16", "jira.intern", "10.1.200.1", true],
  ["10.1.0.0/16", "jira.intern", "10.2.0.1", false],
  ["fd00::/8", "jira.intern", "fd12::1", true],
  ["*", "anything", "127.0.0.1", true],
] as const)("with the exception %s, %s at %s is allowed: %s", ([exception, host, address, allowed]) => {
  expect(createAddressGuard([exception]).allows(host, address)).toBe(allowed);
});

test.for([
  ["localhost", true],
  ["jira.intern.example", true],
  ["127.0.0.1", true],
  ["::1", true],
  ["10.0.0.0/8", true],
  ["*", true],
  ["10.0.0.0/33", false],
  ["jira/8", false],
  ["http://jira.intern", false],
  ["jira.intern:8080", false],
  ["*.intern", false],
  ["", false],
] as const)("%s is an exception: %s", ([text, valid]) => {
  expect(isHostException(text)).toBe(valid);
});
