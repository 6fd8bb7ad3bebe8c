import { expect, test } from "vitest";
import { commonPasswords } from "./common-passwords.ts";
import { guessablePassword } from "./guessable-password.ts";

test("the list has 3,000 passwords of at least the minimum length", () => {
  expect(commonPasswords.size).toBe(3000);
  expect([...commonPasswords].filter((word) => word.length < 6 || word !== word.toLowerCase())).toEqual([]);
});

test.for(["123456", "password", "Password", "QWERTY", " letmein ", "iloveyou"])("%j is too common", (password) => {
  expect(guessablePassword(password, [])).toMatch(/most common/);
});

test("a password cannot equal a name of its account", () => {
  const names = ["ada.l", "Ada.Lovelace@example.org", "Ada Lovelace", null];
  for (const password of ["ada.lovelace@example.org", "Ada.Lovelace", "ada lovelace"])
    expect(guessablePassword(password, names)).toBe("The password must not be your name or email address");
  expect(guessablePassword("correct horse", names)).toBeUndefined();
  expect(guessablePassword("", [""])).toBeUndefined();
});
