import type { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import type { S3Location } from "#config.ts";
import { ifPresent, known, openBucket } from "./s3-blobs.ts";

/** Objects of a bucket by name. */
export interface ObjectStore {
  /** Stores an object, which becomes visible when it is complete. */
  write(name: string, content: Readable): Promise<void>;
  /** Returns `null` if the object does not exist. */
  read(name: string): Promise<Readable | null>;
  /** Returns the first parts of the names of all objects with a slash. */
  folders(): Promise<string[]>;
  removeFolder(name: string): Promise<void>;
}

/** @param credentials As for `s3Blobs`. */
export function s3Objects(location: S3Location, credentials?: Parameters<typeof openBucket>[1]): ObjectStore {
  const { client, folder, upload } = openBucket(location, credentials);
  const { bucket: Bucket } = location;
  const pages = async function* (Prefix: string, Delimiter?: string) {
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const page = await known(
        client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix,
            ...(Delimiter === undefined ? {} : { Delimiter }),
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
        ),
      );
      yield page;
      token = page.NextContinuationToken;
    }
  };
  return {
    write: (name, content) => upload(`${folder}${name}`, content),
    async read(name) {
      const found = await ifPresent(client.send(new GetObjectCommand({ Bucket, Key: `${folder}${name}` })));
      return found === null ? null : (found.Body as Readable);
    },
    async folders() {
      const names: string[] = [];
      for await (const { CommonPrefixes = [] } of pages(folder, "/"))
        for (const { Prefix = "" } of CommonPrefixes) names.push(Prefix.slice(folder.length).replace(/\/$/, ""));
      return names;
    },
    async removeFolder(name) {
      for await (const { Contents = [] } of pages(`${folder}${name}/`))
        for (const { Key = "" } of Contents) await known(client.send(new DeleteObjectCommand({ Bucket, Key })));
    },
  };
}
