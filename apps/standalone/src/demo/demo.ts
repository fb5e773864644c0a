import { EXAMPLE_IDS } from '@scheduling/api'
import {
  createApiKey,
  entryText,
  findApiKey,
  hashPassword,
  writeEntries,
  type Scope,
  type Service,
} from '@scheduling/core'
import {
  countRows,
  findRow,
  upsertRow,
  prismaOf,
  requireRow,
  sqlOf,
  tables,
  type Organization,
} from '@scheduling/database'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fillCalendar } from './calendar.ts'
import {
  CLINIC_SLUG,
  COLLABORATOR_EMAIL,
  makeClinic,
  makeOtherOrganization,
  OWNER_EMAIL,
} from './clinic.ts'
import { ensureTestOrganization, TEST_OWNER_EMAIL } from './test-organization.ts'

type SignIn = { readonly email: string; readonly password: string }

/** What is needed to try the demo; written to `DATA_DIR/demo.json`. */
export type Demo = {
  readonly organization_id: number
  readonly api_keys: Readonly<Record<KeyName, string>>
  readonly owner: SignIn
  /** A member of the team who is not the owner. */
  readonly collaborator: SignIn
  readonly other_organization: { readonly organization_id: number; readonly api_key: string }
  /** Its key begins with `svc_test_`, and its owner can move its clock. */
  readonly test_organization: TestOrganization
}

type TestOrganization = {
  readonly organization_id: number
  readonly api_key: string
  readonly owner: SignIn
}

const KEYS = {
  full: { scopes: ['read', 'write', 'setup', 'webhooks:manage'], kind: 'integration' },
  read: { scopes: ['read'], kind: 'integration' },
  write: { scopes: ['write'], kind: 'integration' },
  webhooks: { scopes: ['webhooks:manage'], kind: 'integration' },
  agent: { scopes: ['read', 'write'], kind: 'agent' },
} as const satisfies Record<string, { scopes: readonly Scope[]; kind: 'integration' | 'agent' }>

type KeyName = keyof typeof KEYS

/**
 * Makes the demo clinic and its test organization once. A database that has them and a file that tells their keys are
 * left as they are; where the file is lost, the keys are made again (their values are stored nowhere else) and the old
 * ones revoked.
 */
export async function ensureDemo(
  service: Service,
  file: string,
  say: (line: string) => void,
): Promise<Demo> {
  const clinic = await findRow(service.db, tables.organization, { slug: CLINIC_SLUG })
  const known = clinic === null ? null : readDemo(file)
  if (clinic !== null && known?.organization_id === clinic.id && (await isCurrent(service, known)))
    return withTestOrganization(service, file, known)
  const passwords = newPasswords()
  if (clinic === null || !(await isWhole(service))) {
    say(
      'Demo clinic: creating professionals, services, clients, appointments, a queue and deposits …',
    )
    const organization = clinic ?? (await makeClinic(service))
    await fillCalendar(service, organization)
    await ensureTestOrganization(service)
    // Made last: where it is missing, the demo was interrupted, and is finished by the next start.
    const other = await makeOtherOrganization(service)
    return writtenDemo(file, await credentials(service, organization, other, passwords))
  }
  say('Demo clinic: its file is missing, so new keys and passwords are created')
  const other = await requireRow(service.db, tables.organization, { slug: 'studio-lotus' })
  const test = await ensureTestOrganization(service)
  await prismaOf(service.db).apiKey.updateMany({
    where: {
      organizationId: { in: [clinic.id, other.id, test.id] },
      revokedAt: null,
      name: { startsWith: 'Demo: ' },
    },
    data: { revokedAt: new Date(service.now()) },
  })
  return writtenDemo(file, await credentials(service, clinic, other, passwords))
}

/** A folder of an earlier version has none. */
async function withTestOrganization(
  service: Service,
  file: string,
  known: KnownDemo,
): Promise<Demo> {
  const { test_organization: test } = known
  if (test !== undefined) return { ...known, test_organization: test }
  return writtenDemo(file, {
    ...known,
    test_organization: await testCredentials(service, newPassword()),
  })
}

async function isWhole(service: Service): Promise<boolean> {
  const slug = 'studio-lotus'
  return (await countRows(service.db, tables.organization, { slug })) > 0
}

async function credentials(
  service: Service,
  clinic: Organization,
  other: Organization,
  passwords: Passwords,
): Promise<Demo> {
  const keys: Partial<Record<KeyName, string>> = {}
  for (const [name, { scopes, kind }] of Object.entries(KEYS)) {
    const { row, value } = await createApiKey(service.db, service, clinic, {
      name: `Demo: ${name}`,
      scopes,
      kind,
    })
    Object.assign(keys, { [name]: value })
    if (name === 'full') await logRequest(service, clinic, row.id)
  }
  const { full = '', read = '', write = '', webhooks = '', agent = '' } = keys
  const stranger = await createApiKey(service.db, service, other, {
    name: 'Demo: other',
    scopes: KEYS.full.scopes,
  })
  return {
    organization_id: clinic.id,
    api_keys: { full, read, write, webhooks, agent },
    owner: await giveSignIn(service, clinic, OWNER_EMAIL, passwords.owner),
    collaborator: await giveSignIn(service, clinic, COLLABORATOR_EMAIL, passwords.collaborator),
    other_organization: { organization_id: other.id, api_key: stranger.value },
    test_organization: await testCredentials(service, passwords.test),
  }
}

/** The request that the docs name. */
async function logRequest(service: Service, { id }: Organization, keyId: string): Promise<void> {
  const entry = {
    id: EXAMPLE_IDS.request,
    organizationId: id,
    keyId,
    receivedAt: service.realNow(),
    method: 'POST',
    route: '/v1/appointments/{appointment_id}/cancel',
    pathIds: { appointment_id: 1 },
    status: 409,
    code: 'appointment_not_editable',
    faults: [],
    durationMs: 9,
    isReplayed: false,
    times: 1,
  }
  await writeEntries(sqlOf(service.db), [entryText(entry)])
}

async function testCredentials(service: Service, password: Password): Promise<TestOrganization> {
  const organization = await ensureTestOrganization(service)
  const { value } = await createApiKey(service.db, service, organization, {
    name: 'Demo: test',
    scopes: KEYS.full.scopes,
  })
  return {
    organization_id: organization.id,
    api_key: value,
    owner: await giveSignIn(service, organization, TEST_OWNER_EMAIL, password),
  }
}

type Passwords = {
  readonly owner: Password
  readonly collaborator: Password
  readonly test: Password
}

type Password = { readonly value: string; readonly hash: Promise<string> }

/**
 * Hashing is slow and independent: it goes on while the demo is made. One after the other: a machine with few processors
 * hashes one at a time, and refuses who waits for long.
 */
function newPassword(after?: Password): Password {
  const value = randomBytes(12).toString('base64url')
  const hash = async (): Promise<string> => {
    await after?.hash
    return hashPassword(value)
  }
  return { value, hash: hash() }
}

function newPasswords(): Passwords {
  const owner = newPassword()
  const collaborator = newPassword(owner)
  return { owner, collaborator, test: newPassword(collaborator) }
}

async function giveSignIn(
  service: Service,
  { id: organizationId }: Organization,
  email: string,
  password: Password,
): Promise<SignIn> {
  const passwordHash = await password.hash
  const member = await requireRow(service.db, tables.professional, { organizationId, email })
  const access = member.role === 'owner' ? ('owner' as const) : ('manager' as const)
  const onInsert = { organizationId, professionalId: member.id, access }
  await upsertRow(service.db, tables.user, { email }, { passwordHash }, onInsert)
  return { email, password: password.value }
}

/** Whether the keys of the file are those of the database: the file may have come from another one. */
async function isCurrent(service: Service, demo: KnownDemo): Promise<boolean> {
  const { api_keys: keys, other_organization: other, test_organization: test } = demo
  const values = [
    ...Object.values(keys),
    other.api_key,
    ...(test === undefined ? [] : [test.api_key]),
  ]
  for (const value of values) {
    if ((await findApiKey(service, value)).result !== 'found') return false
  }
  return true
}

/** As a file holds it: one of an earlier version has no test organization. */
type KnownDemo = Omit<Demo, 'test_organization'> & Partial<Pick<Demo, 'test_organization'>>

function readDemo(file: string): KnownDemo | null {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KnownDemo
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
