/**
 * Every page that clients see, in every state, as one table: tests, pictures and measurements are made from it.
 *
 * To add a page, add a row. A row says how a browser gets there, by names and addresses that are the same in every
 * language.
 */
import type { Organization, Service } from '@scheduling/database'
import type { Page, Response } from 'playwright-core'
import { startTestApi, type TestApi } from './api.ts'
import {
  createProfessional,
  createService,
  dateOverride,
  EVERY_DAY,
  queueDesk,
  workingHours,
} from './clinic.ts'
import { openBrowser, signIn } from './dashboard.ts'
import { chooseTime, fillIn, press, type Typed } from './page-steps.ts'
import { png } from './pictures.ts'
import { newClient, submissionId } from './public-booking.ts'
import { queueService } from './queue.ts'
import { sharedApi } from './seen-api.ts'

export type Pages = {
  readonly api: TestApi
  /** Another instance on the same database, which lets one request through and refuses the next. */
  readonly strict: TestApi
  /** Another instance, which fails whatever it is asked. */
  readonly broken: TestApi
  /** `/{slug}` of a clinic with everything to book, of one without anything to book, and of one whose queue is closed. */
  readonly clinic: string
  readonly empty: string
  readonly closed: string
  /** Of a clinic with a color, a logo and a welcome text of its own, and one service. */
  readonly branded: string
  readonly services: Readonly<Record<ServiceName, Service>>
  /** A day without a free time for `massage`. */
  readonly fullDay: string
  close(): Promise<void>
}

const SERVICES = {
  cleaning: { name: 'Limpeza de pele', durationMinutes: 60, price: '180.00' },
  massage: {
    name: 'Massagem relaxante com óleos essenciais e pedras vulcânicas aquecidas',
    description:
      'Para ombros, pescoço e costas.\nChegue dez minutos antes, e não venha em jejum: www.exemplo-de-endereco-muito-comprido.com.br/preparo',
    durationMinutes: 50,
    price: '1290.50',
  },
  laser: {
    name: 'Depilação a laser',
    durationMinutes: 30,
    price: '250.00',
    requiresDeposit: true,
    depositAmount: '50.00',
  },
  online: {
    name: 'Conversa com a nutricionista',
    serviceType: 'TELEMEDICINE',
    durationMinutes: 45,
    price: null,
  },
  group: { name: 'Pilates em grupo', durationMinutes: 55, price: '70.00', maxCapacity: 8 },
  /** Short, and open all day: each visit of a row can book one. */
  quick: { name: 'Retorno', durationMinutes: 15, price: null },
  /** Performed by someone who never works. */
  never: { name: 'Acupuntura', durationMinutes: 40, price: '160.00' },
  hidden: { name: 'Uso interno', durationMinutes: 30, hiddenFromPublicBooking: true },
} as const
type ServiceName = keyof typeof SERVICES

const FULL_DAY = '2026-11-24'

export async function openPages(): Promise<Pages> {
  const api = await sharedApi()
  const strict = await startTestApi({ beside: api, limitsScale: 0.0001 })
  const broken = await startTestApi({ beside: api })
  Object.assign(broken.service, { db: null })
  const { row } = await api.organization({
    name: 'Clínica Aurora – Estética e Bem-estar da Vila Madalena',
    clientNoticeMinutes: 1440,
    phone: '+5511987654321',
    whatsappPhone: '+5511987654321',
    addressStreet: 'Rua Harmonia',
    addressNumber: '123',
    addressDistrict: 'Vila Madalena',
    addressCity: 'São Paulo',
    addressState: 'SP',
    searchListing: true,
  })
  const [beatriz, carlos, never] = [
    await createProfessional(api.db, row, { name: 'Beatriz Ramos', registry: 'CRM-SP 104233' }),
    await createProfessional(api.db, row, { name: 'Carlos Eduardo de Albuquerque Figueiredo' }),
    await createProfessional(api.db, row, { name: 'Nunca Nunes' }),
  ]
  const picture = png({ width: 160, height: 160 })
  const photo = { version: 'black', contentType: 'image/png', bytes: new Uint8Array(picture) }
  const photographed = { organizationId: row.id, professionalId: beatriz.id }
  await api.db.professionalPhoto.create({ data: { ...photographed, ...photo } })
  const allDay = { weekdays: EVERY_DAY, intervals: [['06:00', '22:00']] } as const
  await workingHours(api.db, row, beatriz, allDay)
  await workingHours(api.db, row, carlos)
  await dateOverride(api.db, row, carlos, FULL_DAY)
  const performers = {
    cleaning: [beatriz, carlos],
    massage: [carlos],
    laser: [beatriz, carlos],
    online: [beatriz],
    group: [beatriz],
    quick: [beatriz],
    never: [never],
    hidden: [beatriz],
  }
  const made: [string, Service][] = []
  for (const [name, columns] of Object.entries(SERVICES)) {
    const performedBy = performers[name as ServiceName]
    made.push([name, await createService(api.db, row, { ...columns, performedBy })])
  }
  await queueDesk(api.db, row, beatriz)
  await queueService(api, row, [beatriz], { name: 'Curativo' })
  await queueService(api, row, [never], { name: 'Vacina' })
  const closed = (await api.organization()).row
  const nurse = await createProfessional(api.db, closed)
  await queueDesk(api.db, closed, nurse, { isOpen: false })
  await queueService(api, closed, [nurse])
  const branded = await openBranded(api)
  const empty = (await api.organization({ livemode: false, language: 'en' })).row
  return {
    api,
    strict,
    broken,
    clinic: `/${row.slug}`,
    empty: `/${empty.slug}`,
    closed: `/${closed.slug}`,
    branded: `/${branded.slug}`,
    services: Object.fromEntries(made) as Pages['services'],
    fullDay: FULL_DAY,
    async close() {
      await Promise.all([strict.close(), broken.close()])
      await api.close()
    },
  }
}

/** Its color is one that no text can be read in. */
async function openBranded(api: TestApi): Promise<Organization> {
  const organization = await api.organization({
    name: 'Barbearia do Seu Zé',
    brandColor: '#ffe600',
    welcomeText: 'Seja bem-vindo!\nVenha sem pressa: a conversa faz parte. <3',
  })
  const { row } = organization
  const professional = await createProfessional(api.db, row, { name: 'Zé' })
  await workingHours(api.db, row, professional)
  await createService(api.db, row, { name: 'Corte', performedBy: [professional] })
  const owner = await signIn(api, organization)
  const picture = png({ width: 640, height: 320 }).toString('base64')
  const { status, problem } = await owner.mutate('organization.setLogo', { picture })
  if (status !== 200) throw new Error(JSON.stringify(problem))
  return row
}

export type PageRow = {
  readonly name: string
  /** Of the page; 200 unless said otherwise. */
  readonly status?: number
  /** Whether search engines may list it. */
  readonly isListed?: true
  /** Whether it stands in a frame on someone's site. */
  readonly isEmbedded?: true
  /** Ends once the page stands. */
  go(page: Page, pages: Pages): Promise<unknown>
}

export const BOOKING_PAGE_ROWS: readonly PageRow[] = [
  { name: 'services', isListed: true, go: (page, pages) => open(page, pages, '') },
  {
    name: 'services, some chosen',
    go: (page, pages) => open(page, pages, `?${chosen(pages, 'cleaning', 'massage')}`),
  },
  {
    name: 'services, none chosen',
    status: 400,
    async go(page, pages) {
      await open(page, pages, '?varios=1')
      await press(page, '#servicos button')
    },
  },
  { name: 'services, several', go: (page, pages) => open(page, pages, '?varios=1') },
  {
    name: 'services that do not go together',
    status: 400,
    go: (page, pages) => open(page, pages, `/horario?${chosen(pages, 'cleaning', 'online')}`),
  },
  {
    name: 'services, embedded',
    isEmbedded: true,
    go: (page, pages) => open(page, pages, '?embed=1'),
  },
  { name: 'home', isListed: true, go: (page, { api }) => page.goto(`${api.url}/`) },
  {
    name: 'services, nothing to book',
    go: (page, { api, empty }) => page.goto(`${api.url}${empty}`),
  },
  {
    name: 'services, branded',
    go: (page, { api, branded }) => page.goto(`${api.url}${branded}`),
  },
  {
    name: 'details with faults, branded, embedded',
    status: 400,
    isEmbedded: true,
    async go(page, { api, branded }) {
      await page.goto(`${api.url}${branded}?embed=1`)
      await press(page, '.rows a')
      await chooseTime(page)
      await press(page, BOOK)
    },
  },
  {
    name: 'times, branded',
    async go(page, { api, branded }) {
      await page.goto(`${api.url}${branded}`)
      await press(page, '.rows a')
    },
  },
  {
    name: 'times',
    go: (page, pages) => open(page, pages, `/horario?${chosen(pages, 'cleaning', 'group')}`),
  },
  {
    name: 'times of several professionals',
    go: (page, pages) => open(page, pages, `/horario?${chosen(pages, 'laser')}`),
  },
  {
    name: 'times of later days',
    async go(page, pages) {
      await open(page, pages, `/horario?${chosen(pages, 'massage')}`)
      await press(page, 'button[name=desde]')
    },
  },
  {
    name: 'times of a full day',
    go: (page, pages) =>
      open(page, pages, `/horario?${chosen(pages, 'massage')}&dia=${pages.fullDay}`),
  },
  {
    name: 'times, no free day',
    go: (page, pages) => open(page, pages, `/horario?${chosen(pages, 'never')}`),
  },
  { name: 'details', go: goToDetails },
  {
    name: 'details with faults',
    status: 400,
    async go(page, pages) {
      await goToDetails(page, pages)
      await page.fill('[name=telefone]', '123')
      await page.fill('[name=email]', 'ana@')
      await press(page, BOOK)
    },
  },
  {
    name: 'details, filled in by a program',
    status: 400,
    async go(page, pages) {
      await goToDetails(page, pages)
      await page.evaluate("document.querySelector('[name=site]').value = 'https://spam.example'")
      await fillIn(page, newClient())
      await press(page, BOOK)
    },
  },
  {
    name: 'details of a deposit',
    go: (page, pages) => goToDetails(page, pages, { service: 'laser' }),
  },
  {
    name: 'times of a month',
    go: (page, pages) => open(page, pages, `/horario?${chosen(pages, 'laser')}&mes=2026-12`),
  },
  {
    name: 'details, sent before',
    status: 409,
    async go(page, pages) {
      await fillInDetails(page, pages)
      const submission = await page.inputValue(`${BOOKING} [name=envio]`)
      await bookBeside(page, pages, { submission_id: submission })
      await press(page, BOOK)
    },
  },
  {
    name: 'details, too many bookings',
    status: 409,
    async go(page, pages) {
      const who = await fillInDetails(page, pages)
      for (let made = 0; made < 3; made += 1) {
        const service_ids = [pages.services.group.id]
        const start = await freeStart(pages, 'group', made)
        await bookBeside(page, pages, { client: who, service_ids, start })
      }
      await press(page, BOOK)
    },
  },
  {
    name: 'details, embedded',
    isEmbedded: true,
    async go(page, pages) {
      await goToDetails(page, pages, { more: '&embed=1' })
    },
  },
  { name: 'times, the chosen one was taken', status: 409, go: goToTaken },
  {
    name: 'times again, with what was typed',
    async go(page, pages) {
      await fillInDetails(page, pages, { service: 'laser' })
      await press(page, '[formaction$="/horario"]')
    },
  },
  {
    name: 'done, embedded',
    isEmbedded: true,
    async go(page, pages) {
      await fillInDetails(page, pages, { more: '&embed=1' })
      await press(page, BOOK)
    },
  },
  {
    name: 'done with a deposit, embedded',
    isEmbedded: true,
    async go(page, pages) {
      await fillInDetails(page, pages, { service: 'laser', more: '&embed=1' })
      await press(page, BOOK)
    },
  },
  {
    name: 'repeated',
    async go(page, pages) {
      const client = await fillInDetails(page, pages)
      await bookBeside(page, pages, { client })
      await press(page, BOOK)
    },
  },
  { name: 'queue', go: (page, pages) => open(page, pages, '/fila') },
  {
    name: 'queue with faults',
    status: 400,
    async go(page, pages) {
      await open(page, pages, '/fila')
      await press(page, JOIN)
    },
  },
  {
    name: 'queue, embedded',
    isEmbedded: true,
    go: (page, pages) => open(page, pages, '/fila?embed=1'),
  },
  {
    name: 'queue, in it, embedded',
    isEmbedded: true,
    async go(page, pages) {
      await open(page, pages, '/fila?embed=1')
      await fillIn(page, newClient())
      await press(page, JOIN)
    },
  },
  {
    name: 'queue, closed',
    go: (page, { api, closed }) => page.goto(`${api.url}${closed}/fila`),
  },
  {
    name: 'no such page',
    status: 404,
    go: (page, { api }) => page.goto(`${api.url}/clinica-que-nao-existe`),
  },
  {
    name: 'sent from another site',
    status: 403,
    async go(page, { api, clinic }) {
      const form = `<form method="post" action="${api.url}${clinic}/reservar"><button>x</button></form>`
      await page.goto(`data:text/html,${encodeURIComponent(form)}`)
      await press(page, 'button')
    },
  },
  {
    name: 'too many requests',
    status: 429,
    async go(page, { strict, clinic }) {
      await page.goto(`${strict.url}${clinic}`)
      await page.goto(`${strict.url}${clinic}`)
    },
  },
  {
    name: 'error',
    status: 500,
    go: (page, { broken, clinic }) => page.goto(`${broken.url}${clinic}`),
  },
]

const BOOKING = '#pessoa'
const BOOK = `${BOOKING} .foot button`
const JOIN = 'form[action$="/fila"] button'

function open(page: Page, { api, clinic }: Pages, rest: string): Promise<Response | null> {
  return page.goto(`${api.url}${clinic}${rest}`)
}

function chosen({ services }: Pages, ...names: readonly ServiceName[]): string {
  return new URLSearchParams(
    names.map((name): [string, string] => ['servico', String(services[name].id)]),
  ).toString()
}

type Way = { readonly service?: ServiceName; readonly more?: string }

async function goToDetails(
  page: Page,
  pages: Pages,
  { service = 'quick', more = '' }: Way = {},
): Promise<void> {
  await open(page, pages, `/horario?${chosen(pages, service)}${more}`)
  await chooseTime(page)
}

/** Who was typed in. */
async function fillInDetails(page: Page, pages: Pages, way?: Way): Promise<Typed> {
  const who = newClient({ last_name: 'de Albuquerque Cavalcanti' })
  await goToDetails(page, pages, way)
  await fillIn(page, who)
  return who
}

async function goToTaken(page: Page, pages: Pages): Promise<void> {
  await fillInDetails(page, pages)
  await bookBeside(page, pages)
  await press(page, BOOK)
}

/** Someone books what the form is about, unless said otherwise. */
async function bookBeside(page: Page, pages: Pages, body: object = {}): Promise<void> {
  const { status, problem } = await openBrowser(pages.api).mutate('publicBooking.book', {
    slug: pages.clinic.slice(1),
    submission_id: submissionId(),
    service_ids: [pages.services.quick.id],
    start: await page.inputValue(`${BOOKING} [name=inicio]`),
    client: newClient(),
    ...body,
  })
  if (status !== 200) throw new Error(JSON.stringify(problem))
}

/** One of the free starts of the first day that has any. */
async function freeStart(pages: Pages, name: ServiceName, index: number): Promise<string> {
  const visitor = openBrowser(pages.api)
  const asked = { slug: pages.clinic.slice(1), service_ids: [pages.services[name].id] }
  const { body: dates } = await visitor.query('publicBooking.nextDates', { ...asked, limit: 1 })
  const { body } = await visitor.query('publicBooking.slots', {
    ...asked,
    date: dates.data[0].date,
  })
  return body.data[index * 5].start
}

/** A row as a browser has found it. */
export type Visited = {
  /** Of the page's own answer, and not of those that led to it. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As it was sent. */
  readonly html: string
  /** Of everything that was asked for since the row began. */
  readonly origins: ReadonlySet<string>
  /** What the console and the policies of the page complain of. */
  readonly complaints: readonly string[]
}

/** Goes to a row in a page that has not been anywhere. @throws when the answer has another status */
export async function visit(page: Page, pages: Pages, row: PageRow): Promise<Visited> {
  const complaints: string[] = []
  const origins = new Set<string>()
  let last: Response | null = null
  page.on('console', (line) => {
    if (line.type() !== 'error' && line.type() !== 'warning') return
    // A page with a status of a refusal is one that failed to load, to the console.
    if (!line.text().startsWith('Failed to load resource')) complaints.push(line.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:') origins.add(origin)
  })
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) {
      last = response
    }
  })
  await row.go(page, pages)
  const response = last as Response | null
  const { name, status = 200 } = row
  if (response === null) throw new Error(`${name}: no answer.`)
  if (response.status() !== status) {
    throw new Error(`${name}: ${response.status()} instead of ${status}`)
  }
  return {
    status: response.status(),
    headers: await response.allHeaders(),
    html: await response.text(),
    origins,
    complaints,
  }
}
