import { BlockList, isIP, isIPv6 } from "node:net";

/** Decides which addresses calls to other servers may reach. */
export interface AddressGuard {
  /** Whether `address`, to which the host name was resolved, may be reached. An address is its own host name. */
  allows(host: string, address: string): boolean;
}

/** Networks that are not the public internet: IANA's special-purpose registries, and multicast. */
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
  // Unspecified, loopback and the old way to write IPv4.
  ["::", 96],
  ["100::", 64],
  // Tunnels that carry an IPv4 address somewhere inside.
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
  // An IPv4 address in IPv6 clothes (::ffff:10.0.0.1) is matched by these too.
  privateNetworks.addSubnet(network, bits, "ipv4");
  // NAT64: how a host with IPv6 only reaches IPv4, the private networks of it included.
  privateNetworks.addSubnet(`64:ff9b::${network}`, 96 + bits, "ipv6");
}
for (const [network, bits] of privateIPv6) privateNetworks.addSubnet(network, bits, "ipv6");

/**
 * Public addresses are allowed, others only by name.
 *
 * @param exceptions Each a host name, an address, a network (`10.1.0.0/16`), or `*` for everything.
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

/** True if a host without encryption is one that the exceptions name: a public address never is. */
export function allowsPlainHttp(host: string, exceptions: readonly string[]): boolean {
  // The name resolves to a private address: only an exception for exactly this name allows it.
  const address = isIP(host) === 0 ? "0.0.0.0" : host;
  return !createAddressGuard([]).allows(host, address) && createAddressGuard(exceptions).allows(host, address);
}

/** True for what `createAddressGuard` takes as an exception. */
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
