import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { newSessionToken } from "./secrets.ts";

const derive = promisify(argon2);

/** Parameters of the OWASP password storage cheat sheet: 19 MiB, two passes. */
const current = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/**
 * Returns an Argon2id hash in the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`
 * (https://github.com/P-H-C/phc-string-format).
 */
export async function hashPassword(password: string): Promise<string> {
  const parameters = { ...current, nonce: randomBytes(16), message: password };
  const hash = await derive("argon2id", parameters);
  const { memory, passes, parallelism, nonce } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(hash)}`;
}

let decoy: Promise<string> | undefined;

/** Takes the same time if the account does not exist: then the password is compared with the hash of a random token. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(newSessionToken());
  const { hash, parameters } = parsed(passwordHash ?? (await decoy));
  const matches = timingSafeEqual(await derive("argon2id", { ...parameters, message: password }), hash);
  return passwordHash !== null && matches;
}

/** @throws Error if the text is not an Argon2id hash, which means that the database was changed by hand. */
function parsed(text: string): { readonly hash: Buffer; readonly parameters: Omit<Argon2Parameters, "message"> } {
  const [, memory, passes, parallelism, salt = "", tag = ""] = stored.exec(text) ?? [];
  if (tag === "") throw new Error("The stored hash of a password is not an Argon2id hash.");
  const hash = Buffer.from(tag, "base64");
  return {
    hash,
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: hash.length,
      nonce: Buffer.from(salt, "base64"),
    },
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
