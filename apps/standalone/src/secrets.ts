import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type Secrets = { readonly rootSecret: string; readonly encryptionKeys: string }

/**
 * The demo's own secrets, made once and kept beside its database, readable by this user only.
 * What the settings say goes before what the file says.
 */
export function ownSecrets(
  dataDirectory: string,
  settings: {
    readonly rootSecret: string | undefined
    readonly encryptionKeys: string | undefined
  },
): Secrets {
  if (settings.rootSecret !== undefined && settings.encryptionKeys !== undefined) {
    return { rootSecret: settings.rootSecret, encryptionKeys: settings.encryptionKeys }
  }
  const kept = keptSecrets(path.join(dataDirectory, 'secrets.json'))
  return {
    rootSecret: settings.rootSecret ?? kept.rootSecret,
    encryptionKeys: settings.encryptionKeys ?? kept.encryptionKeys,
  }
}

function keptSecrets(file: string): Secrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  const secrets: Secrets = {
    rootSecret: randomBytes(32).toString('base64url'),
    encryptionKeys: `k1:${randomBytes(32).toString('base64')}`,
  }
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return secrets
}
