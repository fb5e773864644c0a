import { createApiKey, findApiKey, hashPassword, type Scope, type Service } from '@scheduling/core'
import type { Organization } from '@scheduling/database'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fillCalendar } from './calendar.ts'
import { makeClinic, makeOtherOrganization, OWNER_EMAIL } from './clinic.ts'

/** What somebody needs to try the demo; written to `DATA_DIR/demo.json`. */
export type Demo = {
  readonly organization_id: number
  readonly api_keys: Readonly<Record<KeyName, string>>
  readonly owner: { readonly email: string; readonly password: string }
  readonly other_organization: { readonly organization_id: number; readonly api_key: string }
}

const KEYS = {
  full: { scopes: ['read', 'write', 'webhooks:manage'], kind: 'integration' },
  read: { scopes: ['read'], kind: 'integration' },
  write: { scopes: ['write'], kind: 'integration' },
  webhooks: { scopes: ['webhooks:manage'], kind: 'integration' },
  agent: { scopes: ['read', 'write'], kind: 'agent' },
} as const satisfies Record<string, { scopes: readonly Scope[]; kind: 'integration' | 'agent' }>

type KeyName = keyof typeof KEYS

/**
 * Makes the demo clinic once. A database that has it and a file that tells its keys are left as they are;
 * where the file is lost, the keys are made anew (their values are stored nowhere else) and the old ones revoked.
 */
export async function ensureDemo(
  service: Service,
  file: string,
  say: (line: string) => void,
): Promise<Demo> {
  const clinic = await service.db.organization.findUnique({ where: { slug: 'clinica-aurora' } })
  const known = clinic === null ? null : readDemo(file)
  if (clinic !== null && known?.organization_id === clinic.id && (await isCurrent(service, known)))
    return known
  const password = known?.owner.password ?? randomBytes(12).toString('base64url')
  if (clinic === null) {
    say('Demo clinic: making professionals, services, clients and appointments …')
    const organization = await makeClinic(service, password)
    await fillCalendar(service, organization)
    return writtenDemo(
      file,
      await credentials(service, organization, await makeOtherOrganization(service), password),
    )
  }
  say('Demo clinic: its file was lost, so its keys and password are made anew')
  const other = await service.db.organization.findUniqueOrThrow({ where: { slug: 'studio-lotus' } })
  await service.db.apiKey.updateMany({
    where: {
      organizationId: { in: [clinic.id, other.id] },
      revokedAt: null,
      name: { startsWith: 'Demo: ' },
    },
    data: { revokedAt: new Date(service.now()) },
  })
  return writtenDemo(
    file,
    await credentials(service, clinic, other, await newOwnerPassword(service, clinic)),
  )
}

async function credentials(
  service: Service,
  clinic: Organization,
  other: Organization,
  password: string,
): Promise<Demo> {
  const keys: Partial<Record<KeyName, string>> = {}
  for (const [name, { scopes, kind }] of Object.entries(KEYS)) {
    const { value } = await createApiKey(service.db, service, clinic, {
      name: `Demo: ${name}`,
      scopes,
      kind,
    })
    Object.assign(keys, { [name]: value })
  }
  const { full = '', read = '', write = '', webhooks = '', agent = '' } = keys
  const stranger = await createApiKey(service.db, service, other, {
    name: 'Demo: other',
    scopes: KEYS.full.scopes,
  })
  return {
    organization_id: clinic.id,
    api_keys: { full, read, write, webhooks, agent },
    owner: { email: OWNER_EMAIL, password },
    other_organization: { organization_id: other.id, api_key: stranger.value },
  }
}

async function newOwnerPassword(service: Service, clinic: Organization): Promise<string> {
  const password = randomBytes(12).toString('base64url')
  await service.db.user.update({
    where: { email: OWNER_EMAIL, organizationId: clinic.id },
    data: { passwordHash: await hashPassword(password) },
  })
  return password
}

/** Whether the keys of the file are those of the database: the file may have come from another one. */
async function isCurrent(service: Service, demo: Demo): Promise<boolean> {
  for (const value of [...Object.values(demo.api_keys), demo.other_organization.api_key]) {
    if ((await findApiKey(service, value)).result !== 'found') return false
  }
  return true
}

function readDemo(file: string): Demo | null {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demo
  } catch {
    return null
  }
}

function writtenDemo(file: string, demo: Demo): Demo {
  writeDemoFile(file, demo)
  return demo
}

/** Readable by this user only: it holds keys. */
export function writeDemoFile(file: string, demo: Demo & { readonly base_url?: string }): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
