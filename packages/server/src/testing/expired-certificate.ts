function pem(kind: string, base64: string): string {
  return `-----BEGIN ${kind}-----\n${base64}\n-----END ${kind}-----\n`;
}

/** A self-signed certificate of 127.0.0.1 that expired on 2 January 2020, and its key. */
export const expiredCertificate = {
  key: pem(
    "PRIVATE KEY",
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7mo7WJ7a97oovVy/0NXnPtadYP70Fz/yRCIEqLQNfD+hRANCAAS1R3j86y7lECWYIi8Gj3feCGAyLqOKH8dNDzuAs+pdSj9Pf5bKuzRbOxS+xCAcg2zULmB5a1TUkguK+Q3So2di",
  ),
  cert: pem(
    "CERTIFICATE",
    "MIIBDzCBtgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwHhcNMjAwMTAxMDAwMDAwWhcNMjAwMTAyMDAwMDAwWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS1R3j86y7lECWYIi8Gj3feCGAyLqOKH8dNDzuAs+pdSj9Pf5bKuzRbOxS+xCAcg2zULmB5a1TUkguK+Q3So2diMAoGCCqGSM49BAMCA0gAMEUCIQCpzWwrRQ/6gJdRiPOXf22uFcOBCjcSeiJhFPHfv5NxNwIgXrnSrhHvIG+WwP1ghUDHTX0fhXSWUyqbj3+cwxf+0bk=",
  ),
} as const;
