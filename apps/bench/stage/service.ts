import { createLog, createService, cryptography, sealingKeys, type Service } from '@scheduling/core'
import type { PrismaClient } from '@scheduling/database'
import type { Secrets } from '@scheduling/test/support/secrets.ts'

/** The service in the process of a bench, which writes what is measured in others. */
export function benchService(db: PrismaClient, secrets: Secrets): Service {
  return createService({
    db,
    crypto: cryptography(secrets.rootSecret, sealingKeys(secrets.encryptionKeys)),
    log: createLog('error', 'bench'),
    publicBaseUrl: 'https://api.example.com',
    allowLoopbackWebhooks: true,
    isDemonstration: true,
    now: Date.now,
    random: Math.random,
  })
}
