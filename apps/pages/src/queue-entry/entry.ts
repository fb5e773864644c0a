/** A place in the queue: how long it takes, and what the client can say. */
import { depositFact, payView } from '../deposit/deposit.ts'
import type { Language } from '../language.ts'
import { withArrival } from '../link/arrival.ts'
import {
  deedOf,
  inLanguage,
  languageIn,
  linkAddress,
  linkLanguage,
  detailIn,
  type LinkNotice,
} from '../link/link.ts'
import type { Answers, Area, Handler, Page, PageRequest } from '../page.ts'
import { DEEDS, STEPS } from '../paths.ts'
import { hour, length } from '../written.ts'
import { QUEUE_ENTRY_TEXTS, type QueueEntryTexts } from './texts.ts'

type Entry = Answers['getQueueEntry']

/** How often the page looks what has changed, in seconds. Left out: it stays as it is. */
const LOOKS: Partial<Record<Entry['status'], number>> = {
  WAITING: 15,
  CALLED: 10,
  SKIPPED: 15,
  IN_SERVICE: 60,
}
/** Without the script: a page that loads again loses the place of its reader. */
const PLAIN_SECONDS = 30

const KIND = 'f'

const showEntry: Handler = (request, token) => entryPage(request, token, detailIn(request))

async function entryPage(request: PageRequest, token: string, said: LinkNotice): Promise<Page> {
  const entry = await request.visitor.getQueueEntry({ token })
  const { organization, deposit } = entry
  const { time_zone: timeZone, slug } = organization
  const language = linkLanguage(request, organization)
  const texts = QUEUE_ENTRY_TEXTS[language]
  const looks = LOOKS[entry.status] ?? null
  const pay = payView(deposit, 'queue_entry', { language, timeZone, now: request.now() })
  const isCalled = entry.status === 'CALLED'
  const isOver = looks === null
  const title = titleOf(entry, texts)
  const told = withArrival(saidText(said, entry, texts), request, language)
  return {
    language,
    title,
    organization,
    template: 'queue-entry/show.njk',
    ...(isOver ? {} : { refreshSeconds: PLAIN_SECONDS }),
    view: {
      t: texts,
      looks: pay === null || pay.byTeam ? looks : pay.looks.script,
      say: `${title}${title.endsWith('!') ? '' : '.'} ${stateOf(entry, texts)}`,
      state: stateOf(entry, texts),
      isCalled,
      told,
      isRefused: said === 'refused',
      place: entry.place,
      facts: [
        { label: texts.wait, value: waitOf(entry, texts) },
        { label: texts.until, value: until(entry.call_expires_at, language, timeZone) },
        { label: texts.what, value: entry.service },
        { label: texts.who, value: entry.professional },
        pay === null ? depositFact(deposit, language) : { label: '', value: null },
      ],
      here: entry.can_confirm_presence ? linkAddress(request, KIND, token, 'here') : null,
      coming: entry.can_tell_on_my_way ? linkAddress(request, KIND, token, 'coming') : null,
      isComing: entry.on_my_way,
      pay,
      reload: linkAddress(request, KIND, token),
      isOver,
      leave: entry.can_leave ? linkAddress(request, KIND, token, 'leave') : null,
      again:
        isOver && slug !== null ? inLanguage(`/${slug}/${STEPS.queue}`, languageIn(request)) : null,
    },
  }
}

function titleOf({ status, position }: Entry, { titles }: QueueEntryTexts): string {
  return status === 'WAITING' ? titles.WAITING(position ?? 1) : titles[status]
}

function stateOf({ status, ahead_count: ahead }: Entry, texts: QueueEntryTexts): string {
  if (status !== 'WAITING') return texts.says[status]
  return ahead === null || ahead === 0 ? texts.waits : texts.ahead(ahead)
}

function waitOf({ estimated_wait_minutes: minutes }: Entry, texts: QueueEntryTexts): string | null {
  return minutes === null || minutes === 0 ? null : texts.about(length(minutes))
}

function until(instant: string | null, language: Language, timeZone: string): string | null {
  return instant === null ? null : hour(instant, language, timeZone)
}

function saidText(said: LinkNotice, { status }: Entry, texts: QueueEntryTexts): string | null {
  if (said === 'refused') return texts.refused
  return said === 'new' && status === 'WAITING' ? texts.isNew : null
}

/** What cannot be undone takes two steps. */
const askToLeave: Handler = async (request, token) => {
  const { organization, can_leave: canLeave } = await request.visitor.getQueueEntry({ token })
  const back = linkAddress(request, KIND, token)
  if (!canLeave) return { seeOther: back }
  const language = linkLanguage(request, organization)
  const texts = QUEUE_ENTRY_TEXTS[language]
  return {
    language,
    title: texts.leaveTitle,
    organization,
    template: 'queue-entry/leave.njk',
    view: { t: texts, action: linkAddress(request, KIND, token, 'leave'), back },
  }
}

export const QUEUE_ENTRY: Area = {
  steps: {
    '': { GET: showEntry },
    [DEEDS.leave]: {
      ...deedOf(KIND, 'leave', (visitor, token) => visitor.leaveQueue({ token }), entryPage),
      GET: askToLeave,
    },
    [DEEDS.coming]: deedOf(
      KIND,
      'coming',
      (visitor, token) => visitor.tellOnMyWay({ token }),
      entryPage,
    ),
    [DEEDS.here]: deedOf(
      KIND,
      'here',
      (visitor, token) => visitor.confirmPresence({ token }),
      entryPage,
    ),
  },
}
