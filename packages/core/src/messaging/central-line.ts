/** What the central number answers in the name of no clinic: one line, when it is not known which clinic is meant, or when all are. */
import { column, findRow, query, sqlOf, statement, tables } from '@scheduling/database'
import { centralProvider, oneLine, WHATSAPP_CENTRAL } from '@scheduling/messaging'
import type { Service } from '../context.ts'
import { languageOf, type Language } from '../ground/language.ts'

export const CENTRAL_LINES = ['unclear', 'stopped', 'started'] as const
export type CentralLine = (typeof CENTRAL_LINES)[number]

/**
 * The job names the last message to the phone, and no phone: a client who is erased meanwhile is not written to. A stranger, to whom
 * no clinic has written, gets no answer.
 */
const lineJob = (kept: string) => `SELECT graphile_worker.add_job('central_line',
    json_build_object('message_id', id, 'line', $2::text), max_attempts => 5) FROM ${kept}`

const LATEST = `SELECT id, unclear_at FROM message WHERE provider = '${WHATSAPP_CENTRAL}' AND direction = 'OUTBOUND' AND address = $1::text
    ORDER BY created_at DESC LIMIT 1`

const boundJob = statement(
  'job of a line about all',
  `WITH latest AS (${LATEST}) ${lineJob('latest')}`,
)

/** Once for each message of a clinic: two machines that answer each other must come to an end. */
const unclearJob = statement(
  'job of a line about none',
  `WITH latest AS (${LATEST}), told AS (
      UPDATE message AS m SET unclear_at = clock_timestamp() FROM latest
      WHERE m.id = latest.id AND m.unclear_at IS NULL RETURNING m.id)
    ${lineJob('told')}`,
)

type Lender = Pick<Service, 'db'>

/** @param address as it is compared */
export async function tellUnclear({ db }: Lender, address: string): Promise<void> {
  await unclearJob(sqlOf(db), [address, 'unclear'])
}

export async function tellBound(
  { db }: Lender,
  address: string,
  line: Exclude<CentralLine, 'unclear'>,
): Promise<void> {
  await boundJob(sqlOf(db), [address, line])
}

/** More than one person is a client of. */
const MOST_CLINICS = 10

const clinicsOf = query({
  name: 'clinics that wrote to a phone from the central number',
  text: `SELECT o.name, o.slug FROM organization o JOIN (
      SELECT organization_id, max(created_at) AS last FROM message
      WHERE provider = '${WHATSAPP_CENTRAL}' AND direction = 'OUTBOUND' AND address = $1::text
      GROUP BY organization_id) AS wrote ON wrote.organization_id = o.id
    ORDER BY wrote.last DESC LIMIT ${MOST_CLINICS}`,
  row: { name: column.text, slug: column.nullable(column.text) },
})

type Clinic = { readonly name: string; readonly slug: string | null }

/** No clinic may read in its conversations which others a client has, so nothing is stored of it. */
export async function sendCentralLine(
  service: Service,
  apiUrl: string,
  { messageId, line }: { readonly messageId: string; readonly line: CentralLine },
): Promise<void> {
  const { db, centralNumber, log, newId } = service
  const last = await findRow(db, tables.message, { id: messageId })
  if (centralNumber === null || last?.recipient == null || last.address === null) return
  const clinics = await clinicsOf(sqlOf(db), [last.address])
  const language = languageOf({ language: last.language ?? 'pt' })
  const outcome = await centralProvider(centralNumber, apiUrl).send({
    id: newId('msg'),
    to: last.recipient,
    sender: null,
    subject: '',
    text: centralLineText(
      line,
      language,
      clinics.map((clinic) => shown(service, clinic)),
    ),
    page: null,
    calendar: null,
    buttons: [],
    unsubscribeUrl: null,
    template: null,
  })
  log.info({ line, outcome: outcome.kind }, 'line of the central number')
  if (outcome.kind === 'retry') throw new Error(`The platform did not take a line: ${outcome.code}`)
}

function shown({ publicBaseUrl }: Pick<Service, 'publicBaseUrl'>, { name, slug }: Clinic): string {
  return slug === null ? oneLine(name) : `${oneLine(name)} ${publicBaseUrl}/${slug}`
}

/** @param clinics each with its link */
function centralLineText(
  line: CentralLine,
  language: Language,
  clinics: readonly string[],
): string {
  return TEXTS[line][language](clinics.join(' · '))
}

const TEXTS: Readonly<
  Record<CentralLine, Readonly<Record<Language, (clinics: string) => string>>>
> = {
  unclear: {
    pt: (clinics) =>
      `Mais de uma clínica pode escrever por este número, e não sabemos a qual você responde. Nada mudou. Responda citando a mensagem da clínica, ou fale com ela pela página: ${clinics}`,
    en: (clinics) =>
      `More than one clinic can write from this number, and we do not know which one you mean. Nothing has changed. Reply to the message of the clinic itself, or find it on its page: ${clinics}`,
  },
  stopped: {
    pt: () =>
      'Você não receberá mais lembretes das clínicas que escrevem por este número. Para voltar a recebê-los, responda VOLTAR.',
    en: () =>
      'You will get no more reminders from the clinics that write from this number. To get them again, reply START.',
  },
  started: {
    pt: () =>
      'Você voltará a receber lembretes das clínicas que escrevem por este número. Para não recebê-los, responda PARAR.',
    en: () =>
      'You will get reminders from the clinics that write from this number again. To stop them, reply STOP.',
  },
}
