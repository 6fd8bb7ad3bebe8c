import { expect, test } from "vitest";
import { guessablePassword } from "./guessable-password.ts";

test.for(["123456", "password", "Password", "QWERTY", " letmein ", "iloveyou", "p@ssw0rd"])(
  "%j is too common",
  async (password) => {
    expect(await guessablePassword(password, [])).toMatch(/most common/);
  },
);

test.for([
  "secret1",
  "secret 1",
  "Passw0rd!",
  "summer2026",
  "Test1234",
  "abcdef",
  "aaaaaa",
  "asdf12",
  "qwerty123456",
  "passwordpasswordpassword",
  "01.01.2000",
  "plumb1",
])("%j is easy to guess", async (password) => {
  expect(await guessablePassword(password, [])).toMatch(/easy to guess|most common/);
});

test.for(["q7x!2z", "x7Kq2p", "correct horse", "another horse of mine", "🐎🔋📎🧷🪑🛶", `${"ab".repeat(2)}x9$Kq!`])(
  "%j is accepted",
  async (password) => {
    expect(await guessablePassword(password, ["ada"])).toBeUndefined();
  },
);

test("a password cannot equal a name of its account, or vary it slightly", async () => {
  const names = ["ada.l", "Ada.Lovelace@example.org", "Ada Lovelace", null];
  for (const password of ["ada.lovelace@example.org", "Ada.Lovelace", "ada lovelace"])
    expect(await guessablePassword(password, names)).toBe("The password must not be your name or email address");
  expect(await guessablePassword("Ada.Lovelace1", names)).toMatch(/easy to guess/);
  expect(await guessablePassword("correct horse", names)).toBeUndefined();
});

test("the estimate of a long password is that of its beginning", async () => {
  expect(await guessablePassword(`correct horse battery ${"4@8({[<369&".repeat(20)}`, [])).toBeUndefined();
  expect(await guessablePassword("a".repeat(256), [])).toMatch(/easy to guess/);
});
