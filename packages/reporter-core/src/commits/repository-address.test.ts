import { expect, test } from "vitest";
import { repositoryAddress } from "./repository-address.ts";

test.for([
  ["https://github.com/ada/shop.git", "https://github.com/ada/shop"],
  ["https://ada:token@github.com/ada/shop", "https://github.com/ada/shop"],
  ["https://x-access-token:ghs_1@git.example.test:8443/a/b.git/", "https://git.example.test:8443/a/b"],
  ["git@github.com:ada/shop.git", "https://github.com/ada/shop"],
  ["ssh://git@git.example.test:7999/ada/shop.git", "https://git.example.test/ada/shop"],
  ["git.example.test:ada/shop", "https://git.example.test/ada/shop"],
  ["http://git.example.test/ada/shop", "http://git.example.test/ada/shop"],
  ["https://ada@dev.azure.com/org/project/_git/shop", "https://dev.azure.com/org/project/_git/shop"],
] as const)("%s is the repository %s", ([remote, address]) => {
  expect(repositoryAddress(remote)).toBe(address);
});

test.for([
  "",
  "/srv/git/shop.git",
  "../shop",
  "C:/git/shop",
  "file:///srv/shop",
  "https://github.com/",
  "javascript:x",
])("%s has no web address", (remote) => {
  expect(repositoryAddress(remote)).toBe(null);
});
