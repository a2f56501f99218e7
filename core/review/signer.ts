/** A reviewer whose private key is unlocked. The key itself stays inside. */
export interface ReviewerSigner {
  readonly reviewerId: string;
  /** Base64 of the 32 raw bytes. */
  readonly publicKey: string;
  /** Ed25519 signature, 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array;
}
