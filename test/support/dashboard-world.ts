/** A clinic whose team works in the dashboard: the API serves it built, and browsers are signed in. */
import { openSession, type Access } from '@scheduling/core'
import { DASHBOARD_FOLDER } from '@scheduling/dashboard'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach } from 'vitest'
import type { TestApi, TestOrganization } from './api.ts'
import { sharedBrowser } from './browser.ts'
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
import { keptPages } from './kept-pages.ts'
import { sharedApi } from './seen-api.ts'

export type DashboardRole = Access

export type DashboardWorld = {
  readonly api: TestApi
  /** A clinic with two professionals, services, clients and a day of appointments. */
  readonly clinic: TestOrganization
  /** Nothing was set up yet, except for its people. */
  readonly empty: TestOrganization
  readonly browser: Browser
  /** A browser in which someone of the team is signed in; each call opens one of its own. */
  signedIn(options?: SignedInOptions): Promise<BrowserContext>
  /** A page until the test ends. Those of a role share what the browser has loaded, and one organization at a time. */
  page(options?: SignedInOptions): Promise<Page>
  /** A page that was led to a path of the dashboard. */
  open(path: string, options?: SignedInOptions): Promise<Page>
  /** The browser of a first-time visitor. */
  stranger(): Promise<BrowserContext>
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

/**
 * Clinics of its own for a test file, by default on the API that the files of a process share. What it opens is closed
 * after the file.
 *
 * @param opened where a test moves the clock or has a worker, which others would see
 */
export async function openDashboardWorld(opened?: TestApi): Promise<DashboardWorld> {
  requireBuilt()
  const api = opened ?? (await sharedApi())
  const clinic = await api.organization({
    name: 'Clínica Aurora – Estética e Bem-estar da Vila Madalena',
  })
  await fillClinic(api, clinic)
  const empty = await api.organization({ name: 'Studio Novo', livemode: false })
  const browser = await sharedBrowser()
  /** One person for each role of an organization. */
  const userOf = kept((organization: TestOrganization, role: DashboardRole) =>
    createUser(api, organization, { access: role }),
  )
  const enter = async (
    context: BrowserContext,
    { role = 'owner', organization = clinic }: SignedInOptions,
  ) => {
    const { token } = await openSession(api.service, (await userOf(organization, role)).id)
    await context.addCookies([{ name: SESSION_COOKIE, value: token, url: api.url }])
  }
  const stranger = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({
      locale: 'pt-BR',
      viewport: { width: 1280, height: 800 },
      baseURL: api.url,
      ...options,
    })
    await context.addInitScript(WATCHED_AND_STILL)
    return context
  }
  const signedIn: DashboardWorld['signedIn'] = async (asked = {}) => {
    const { role: _role, organization: _organization, ...options } = asked
    const context = await stranger(options)
    await enter(context, asked)
    return context
  }
  const contextOf = kept((_role: DashboardRole, options: BrowserContextOptions) =>
    stranger(options),
  )
  const pages = keptPages()
  const page: DashboardWorld['page'] = async (asked = {}) => {
    const { role = 'owner', organization: _organization, ...options } = asked
    const context = await contextOf(role, options)
    await enter(context, asked)
    return pages.take(context)
  }
  afterEach(() => pages.giveBack())
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close()
    await api.close()
  })
  return {
    api,
    clinic,
    empty,
    browser,
    signedIn,
    page,
    stranger,
    async open(to, options) {
      const made = await page(options)
      await made.goto(`/app${to}`)
      return made
    },
  }
}

/** A page tells what its policy forbids. What would move stands at once: frames that are in between cost time to draw. */
const WATCHED_AND_STILL = `
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error('Policy: ' + violatedDirective + ' ' + blockedURI))
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }')
  document.adoptedStyleSheets = [still]`

/** Makes what is asked for once; arguments that look the same are the same. */
function kept<Given extends readonly unknown[], Made>(
  make: (...given: Given) => Promise<Made>,
): (...given: Given) => Promise<Made> {
  const all = new Map<string, Promise<Made>>()
  return (...given) => {
    const key = JSON.stringify(given)
    const made = all.get(key) ?? make(...given)
    all.set(key, made)
    return made
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
