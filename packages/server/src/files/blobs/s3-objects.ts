import type { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, type S3ClientConfig } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { S3Location } from "#config.ts";
import { createClients, defaultTimeouts, encryptionOf, folderOf, partLimits } from "./s3-client.ts";
import { StorageHealth } from "./storage-health.ts";

/** Objects of a bucket by name. */
export interface ObjectStore {
  /** Stores an object, which becomes visible when it is complete. */
  write(name: string, content: Readable): Promise<void>;
  /** Returns `null` if the object does not exist. */
  read(name: string): Promise<Readable | null>;
  /** Returns the first parts of the names of all objects with a slash. */
  folders(): Promise<string[]>;
  removeFolder(name: string): Promise<void>;
  /** Does nothing if the object does not exist. */
  remove(name: string): Promise<void>;
}

/** @param credentials As for `S3Blobs`. */
export function s3Objects(location: S3Location, credentials?: S3ClientConfig["credentials"]): ObjectStore {
  const { sending, reading } = createClients(location, credentials, defaultTimeouts);
  const health = new StorageHealth(undefined);
  const { bucket: Bucket } = location;
  const folder = folderOf(location);
  const pages = async function* (Prefix: string, Delimiter?: string) {
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const page = await health.follow(
        reading.send(
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
    async write(name, content) {
      const params = { Bucket, Key: `${folder}${name}`, Body: content, ...encryptionOf(location) };
      await health.follow(new Upload({ client: sending, params, ...partLimits }).done());
    },
    async read(name) {
      const found = await health.ifPresent(reading.send(new GetObjectCommand({ Bucket, Key: `${folder}${name}` })));
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
        for (const { Key = "" } of Contents)
          await health.follow(reading.send(new DeleteObjectCommand({ Bucket, Key })));
    },
    async remove(name) {
      await health.ifPresent(reading.send(new DeleteObjectCommand({ Bucket, Key: `${folder}${name}` })));
    },
  };
}
