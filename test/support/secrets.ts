/** What processes that share a database must agree on. */
export type Secrets = { readonly rootSecret: string; readonly encryptionKeys: string }

/** Those of every test that needs none of its own. */
export const TEST_SECRETS: Secrets = {
  rootSecret: 'test root secret, thirty-two characters',
  encryptionKeys: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
}

/** The settings of a process that has them. */
export function secretSettings({
  rootSecret,
  encryptionKeys,
}: Secrets): Readonly<Record<'ROOT_SECRET' | 'ENCRYPTION_KEYS', string>> {
  return { ROOT_SECRET: rootSecret, ENCRYPTION_KEYS: encryptionKeys }
}
