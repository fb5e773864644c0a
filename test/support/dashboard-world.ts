/** A clinic whose team works in the dashboard: the API serves it built, and browsers are signed in. */
import { freePort } from '@scheduling/api'
import { openSession } from '@scheduling/core'
import { DASHBOARD_FOLDER } from '@scheduling/dashboard'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { startTestApi, type TestApi, type TestOrganization } from './api.ts'
import { openBrowser } from './browser.ts'
import {
  createAppointmentRow,
  createClientRow,
  createDepositRow,
  createProfessional,
  createService,
  EVERY_DAY,
  workingHours,
} from './clinic.ts'
import { createUser, SESSION_COOKIE } from './dashboard.ts'

export type DashboardRole = 'owner' | 'collaborator'

export type DashboardWorld = {
  readonly api: TestApi
  /** A clinic with two professionals, services, clients and a day of appointments. */
  readonly clinic: TestOrganization
  /** Nothing was set up yet, except for its people. */
  readonly empty: TestOrganization
  readonly browser: Browser
  /** A browser in which somebody of the team is signed in; each call opens one of its own. */
  signedIn(options?: SignedInOptions): Promise<BrowserContext>
  close(): Promise<void>
}

export type SignedInOptions = BrowserContextOptions & {
  readonly role?: DashboardRole
  /** The clinic unless said otherwise. */
  readonly organization?: TestOrganization
}

/** Ends with a plain message where nothing was built. */
function requireBuilt(): void {
  if (existsSync(path.join(DASHBOARD_FOLDER, 'index.html'))) return
  throw new Error('The dashboard is not built. Run `pnpm build` first.')
}

export async function openDashboardWorld(): Promise<DashboardWorld> {
  requireBuilt()
  const port = await freePort('127.0.0.1', 0)
  const api = await startTestApi({
    port,
    publicBaseUrl: `http://127.0.0.1:${port}`,
    listens: true,
  })
  const clinic = await api.organization({
    name: 'Clínica Aurora – Estética e Bem-estar da Vila Madalena',
  })
  await fillClinic(api, clinic)
  const empty = await api.organization({ name: 'Studio Novo', livemode: false })
  const browser = await openBrowser()
  const users = new Map<string, Promise<{ id: number }>>()
  /** One person for each role of an organization. */
  const userOf = (organization: TestOrganization, role: DashboardRole) => {
    const key = `${organization.row.id} ${role}`
    const user = users.get(key) ?? createUser(api, organization, { role })
    users.set(key, user)
    return user
  }
  return {
    api,
    clinic,
    empty,
    browser,
    async signedIn({ role = 'owner', organization = clinic, ...options } = {}) {
      const context = await browser.newContext({
        locale: 'pt-BR',
        viewport: { width: 1280, height: 800 },
        baseURL: api.url,
        ...options,
      })
      const user = await userOf(organization, role)
      const { token } = await openSession(api.service, user.id)
      await context.addCookies([{ name: SESSION_COOKIE, value: token, url: api.url }])
      await context.addInitScript(`
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error('Policy: ' + violatedDirective + ' ' + blockedURI))`)
      return context
    },
    async close() {
      await browser.close()
      await api.close()
    },
  }
}

/** What a page logs as an error, and what it fails with, from now on. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** Today is Friday, 2026-11-20, 08:00 in São Paulo. */
async function fillClinic({ db }: TestApi, { row }: TestOrganization): Promise<void> {
  const beatriz = await createProfessional(db, row, { name: 'Beatriz Ramos' })
  const carlos = await createProfessional(db, row, {
    name: 'Carlos Eduardo de Albuquerque Figueiredo',
  })
  await workingHours(db, row, beatriz, { weekdays: EVERY_DAY, intervals: [['08:00', '18:00']] })
  await workingHours(db, row, carlos)
  const both = [beatriz, carlos]
  const cleaning = await createService(db, row, {
    name: 'Limpeza de pele',
    durationMinutes: 60,
    price: '180.00',
    performedBy: both,
  })
  const massage = await createService(db, row, {
    name: 'Massagem relaxante com óleos essenciais e pedras vulcânicas aquecidas',
    durationMinutes: 50,
    price: '1290.50',
    bufferAfterMinutes: 10,
    performedBy: [carlos],
  })
  const pilates = await createService(db, row, {
    name: 'Pilates em grupo',
    durationMinutes: 55,
    price: '70.00',
    maxCapacity: 8,
    performedBy: [beatriz],
  })
  const maria = await createClientRow(db, row, { first_name: 'Maria', last_name: 'Silva' })
  const long = await createClientRow(db, row, {
    first_name: 'Maximiliana Aparecida',
    last_name: 'de Albuquerque Cavalcanti Figueiredo do Nascimento',
    phone: '(11) 98888-7777',
    email: 'maximiliana.aparecida.de.albuquerque@exemplo-de-endereco-comprido.com.br',
  })
  const joao = await createClientRow(db, row, { first_name: 'João', last_name: 'Lima' })
  const today = (time: string): string => `2026-11-20T${time}:00-03:00`
  const appointment = (
    values: Omit<Parameters<typeof createAppointmentRow>[2], 'start'> & { at: string },
  ) => {
    const { at, ...rest } = values
    return createAppointmentRow(db, row, { ...rest, start: today(at) })
  }
  await appointment({
    at: '09:00',
    professional: beatriz,
    client: maria,
    services: [cleaning],
    status: 'PENDING',
  })
  await appointment({ at: '10:30', professional: beatriz, client: joao, services: [pilates] })
  await appointment({ at: '09:00', professional: carlos, client: long, services: [massage] })
  await appointment({
    at: '14:00',
    professional: carlos,
    client: joao,
    services: [cleaning],
    status: 'CANCELLED_CLIENT',
  })
  const laser = await appointment({
    at: '15:00',
    professional: carlos,
    client: maria,
    services: [cleaning, massage],
    status: 'PENDING',
  })
  await createDepositRow(db, row, { appointment: laser, expiresAt: today('08:30') })
}
