/**
 * Returns the absolute URL of an image from the server, such as an avatar or the logo. A relative URL belongs to the product's own host. `null` if
 * the address is missing or not a web address.
 *
 * @param origin Scheme and host of the product.
 */
export function imageAddress(url: string | null | undefined, origin: string): string | null {
  if (url === null || url === undefined || url === "" || !URL.canParse(url, origin)) return null;
  const { protocol, href } = new URL(url, origin);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
