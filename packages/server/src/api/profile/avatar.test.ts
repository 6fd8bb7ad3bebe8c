import { maxAvatarBytes } from "@plumb/contract/people/avatar.ts";
import { expect, test } from "vitest";
import { type Reply, call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { seedPerson } from "#testing/people.ts";
import { decoded, exifBlock, fieldsOf, fourFields, jpegOf, pngOf, withJpegExif } from "#testing/pictures.ts";

interface ProfileReply {
  readonly error?: string;
  readonly data: { profile: { avatarUrl: string | null } };
}

/** Uploads a picture as browsers do. */
async function upload(
  { app }: TestApp,
  token: string,
  bytes: Uint8Array | null,
  { field = "avatar", name = "me.png", type = "image/png" } = {},
): Promise<Reply<ProfileReply>> {
  const form = new FormData();
  form.append("note", "before it");
  if (bytes !== null) form.append(field, new Blob([bytes as BlobPart], { type }), name);
  const request = new Request("http://plumb.test", { method: "POST", body: form });
  const response = await app.inject({
    method: "POST",
    url: "/api/profile/avatar",
    headers: { authorization: `Bearer ${token}`, "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}

test("shows an image on the profile, the account, and in lists of members and accounts, until it is replaced or removed", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const person = await seedPerson(plumb, "ada", { projectId });
  const photo = withJpegExif(await jpegOf(fourFields(300, 200)), exifBlock(3, "GPS 52.5200"));

  const sent = await upload(plumb, person.token, photo, { name: "photo.jpg", type: "image/jpeg" });
  const first = sent.body.data.profile.avatarUrl ?? "";
  expect([sent.status, first]).toEqual([200, expect.stringMatching(/^\/api\/avatars\/[\w-]{22}$/)]);
  const found = async (url: string, by: string) => JSON.stringify((await call(plumb, "GET", url, { token: by })).body);
  for (const url of ["/api/profile", "/api/auth/profile"]) expect(await found(url, person.token)).toContain(first);
  for (const url of ["/api/users", `/api/projects/${projectId}/members`])
    expect(await found(url, token)).toContain(first);

  const served = await plumb.app.inject(first);
  expect(served.headers).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": "private, max-age=31536000, immutable",
  });
  expect(served.rawPayload.toString("latin1")).not.toContain("GPS");
  expect(fieldsOf(await decoded(served.rawPayload))).toBe("white blue green red");

  const second = (await upload(plumb, person.token, await pngOf(fourFields(50, 50)))).body.data.profile.avatarUrl ?? "";
  expect(second).not.toBe(first);
  expect([(await plumb.app.inject(first)).statusCode, (await plumb.app.inject(second)).statusCode]).toEqual([404, 200]);

  for (let times = 0; times < 2; times += 1) {
    const removed = await call(plumb, "DELETE", "/api/profile/avatar", { token: person.token });
    expect(removed).toMatchObject({ status: 200, body: { data: { profile: { avatarUrl: null } } } });
  }
  expect((await plumb.app.inject(second)).statusCode).toBe(404);
});

test("accepts 5 MB and rejects one byte more", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const png = await pngOf(fourFields(64, 64));
  // Data after the end of a PNG is ignored.
  const sized = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
  expect((await upload(plumb, token, sized(maxAvatarBytes))).status).toBe(200);
  expect(await upload(plumb, token, sized(maxAvatarBytes + 1))).toMatchObject({
    status: 413,
    body: { error: "File size must be less than 5MB", code: "too_large" },
  });
});

test("rejects a file that is not an image by its content, and keeps the old image", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const retained = (await upload(plumb, token, await pngOf(fourFields(64, 64)))).body.data.profile.avatarUrl;
  const kinds = "Only JPEG, PNG, and WebP images are allowed";
  const damaged = "Failed to read file. Please try again.";
  const large = await pngOf(fourFields(8, 8));
  large.writeUInt32BE(60_000, 16);
  large.writeUInt32BE(60_000, 20);
  for (const [bytes, error] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), kinds],
    [Buffer.from("<!doctype html><script>alert(1)</script>"), kinds],
    [Buffer.from("GIF89a"), kinds],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]), damaged],
    [(await jpegOf(fourFields(64, 64))).subarray(0, 100), damaged],
    [large, "The image is larger than 32 megapixels. Choose a smaller one."],
    [Buffer.alloc(0), "Please select a file"],
  ] as const)
    expect(await upload(plumb, token, bytes)).toMatchObject({ status: 400, body: { error, code: "invalid" } });
  expect((await call<ProfileReply>(plumb, "GET", "/api/profile", { token })).body.data.profile.avatarUrl).toBe(
    retained,
  );
  expect((await plumb.app.inject(retained ?? "")).statusCode).toBe(200);
});

test("asks for a file if the field or the form is missing", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const refused = { status: 400, body: { error: "Please select a file" } };
  expect(await upload(plumb, token, null)).toMatchObject(refused);
  expect(await upload(plumb, token, await pngOf(fourFields(8, 8)), { field: "picture" })).toMatchObject(refused);
  expect(await call(plumb, "POST", "/api/profile/avatar", { token, body: { avatar: "me.png" } })).toMatchObject(
    refused,
  );
});

test("rejects a truncated form, and delays repeated ones", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const broken = await plumb.app.inject({
    method: "POST",
    url: "/api/profile/avatar",
    headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=x" },
    payload: '--x\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n\x89PNG',
  });
  expect(broken.statusCode).toBe(400);
  for (let count = 1; count < 20; count += 1) expect((await upload(plumb, token, null)).status).toBe(400);
  expect((await upload(plumb, token, null)).status).toBe(429);
});
