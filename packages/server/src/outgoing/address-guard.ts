import { BlockList, isIP, isIPv6 } from "node:net";

/** Decides which addresses outgoing requests may reach. */
export interface AddressGuard {
  /** Returns whether `address`, to which the host name was resolved, may be reached. If the host is an address, both are the same. */
  allows(host: string, address: string): boolean;
}

/** Networks outside the public internet: IANA's special-purpose registries, and multicast. */
const privateIPv4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
const privateIPv6 = [
  // Unspecified, loopback, and the deprecated notation for IPv4.
  ["::", 96],
  ["100::", 64],
  // Tunnels whose addresses embed an IPv4 address.
  ["2001::", 23],
  ["2002::", 16],
  ["2001:db8::", 32],
  ["64:ff9b:1::", 48],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const;

const privateNetworks = new BlockList();
for (const [network, bits] of privateIPv4) {
  // Also matches IPv4-mapped IPv6 addresses (::ffff:10.0.0.1).
  privateNetworks.addSubnet(network, bits, "ipv4");
  // NAT64: IPv6-only hosts reach IPv4 networks through this prefix, including private ones.
  privateNetworks.addSubnet(`64:ff9b::${network}`, 96 + bits, "ipv6");
}
for (const [network, bits] of privateIPv6) privateNetworks.addSubnet(network, bits, "ipv6");

/**
 * Allows public addresses, and private ones if they match an exception.
 *
 * @param exceptions Host names, addresses, networks (`10.1.0.0/16`), or `*` for everything.
 */
export function createAddressGuard(exceptions: readonly string[]): AddressGuard {
  const names = new Set(exceptions.map(withoutDot));
  const networks = new BlockList();
  for (const exception of exceptions) {
    const [network = "", bits] = exception.split("/");
    const family = isIPv6(network) ? "ipv6" : "ipv4";
    if (isIP(network) === 0) continue;
    if (bits === undefined) networks.addAddress(network, family);
    else networks.addSubnet(network, Number(bits), family);
  }
  return {
    allows(host, address) {
      if (names.has("*") || names.has(withoutDot(host))) return true;
      const family = isIPv6(address) ? "ipv6" : "ipv4";
      return networks.check(address, family) || !privateNetworks.check(address, family);
    },
  };
}

/** Returns true if plain HTTP is allowed, which is the case for private hosts that match an exception. */
export function allowsPlainHttp(host: string, exceptions: readonly string[]): boolean {
  // Treats a name as if it resolved to a private address, so that only an exception for this name allows it.
  const address = isIP(host) === 0 ? "0.0.0.0" : host;
  return !createAddressGuard([]).allows(host, address) && createAddressGuard(exceptions).allows(host, address);
}

/** Returns true for valid exceptions of `createAddressGuard`. */
export function isHostException(text: string): boolean {
  const [network = "", bits, more] = text.split("/");
  if (more !== undefined) return false;
  const version = isIP(network);
  if (bits !== undefined) return version > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32);
  return text === "*" || version > 0 || /^[a-z\d_]([a-z\d._-]*[a-z\d_.])?$/i.test(text);
}

function withoutDot(host: string): string {
  return host.toLowerCase().replace(/\.$/, "");
}
