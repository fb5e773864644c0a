/** The fields of the client who books, and their faults. */
import { inCountry, LIMITS, Visitor, type FieldError, type ProblemCode } from '@scheduling/core'
import { FIELDS } from '../paths.ts'
import type { PageRequest } from '../page.ts'
import type { HiddenField } from './choice.ts'
import type { PersonTexts } from './person-texts.ts'

export type Person = {
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  readonly email: string
  /** Not empty: messages by WhatsApp, to the phone. */
  readonly whatsapp: string
  readonly notes: string
  /** Not empty: what may be wrong with the contact was said. */
  readonly hinted: string
  /** The same for everything that is sent from one form: sent twice, it books once. */
  readonly submission: string
  /** That the browser has worked for the submission; empty: not yet. */
  readonly proof: string
  /** What only a program fills in. */
  readonly trap: string
}

type Typed = Exclude<keyof Person, 'whatsapp' | 'hinted' | 'submission' | 'proof' | 'trap'>

const EMPTY: Person = {
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  whatsapp: '',
  notes: '',
  hinted: '',
  submission: '',
  proof: '',
  trap: '',
}

/** Of the field, in what is sent to the procedures. */
const SENT_AS: Readonly<Record<Typed, string>> = {
  firstName: 'client.first_name',
  lastName: 'client.last_name',
  phone: 'client.phone',
  email: 'client.email',
  notes: 'notes',
}

const SUBMISSION = /^[\w-]{22,64}$/
const SUBMISSION_BYTES = 16

/** @param request with its form, when there is one */
export function personIn({ form, randomBytes }: Pick<PageRequest, 'form' | 'randomBytes'>): Person {
  const typed = Object.keys(EMPTY).map((key) => [
    key,
    form.get(FIELDS[key as keyof Person])?.trim() ?? '',
  ])
  const person = { ...EMPTY, ...Object.fromEntries(typed) } as Person
  const meant = form.get(FIELDS.meant)?.trim() ?? ''
  const taken = meant === '' ? person : { ...person, email: meant }
  return SUBMISSION.test(taken.submission) ? taken : withNewSubmission(taken, { randomBytes })
}

/** Another thing is asked for, and not the same again. */
function withNewSubmission(
  person: Person,
  { randomBytes }: Pick<PageRequest, 'randomBytes'>,
): Person {
  const submission = Buffer.from(randomBytes(SUBMISSION_BYTES)).toString('base64url')
  return { ...person, submission, proof: '' }
}

/** What is sent again after a refusal: the same, unless its id stands for something else already. */
export function sentAgain(
  person: Person,
  code: ProblemCode,
  chance: Pick<PageRequest, 'randomBytes'>,
): Person {
  return code === 'duplicate_request' ? withNewSubmission(person, chance) : person
}

/** As a form sends it along. */
export function hiddenOf(person: Person): HiddenField[] {
  return Object.entries(person).flatMap(([key, value]) =>
    value === '' || key === 'trap' ? [] : [{ name: FIELDS[key as keyof Person], value }],
  )
}

/**
 * For a form whose script works out a proof, and puts it into its field.
 *
 * @param proof as it came
 * @param told what the page says: where a proof is asked for, the form waits for it
 */
export function provingForm(
  slug: string,
  { hinted, submission, proof }: Person,
  told: readonly Told[] = [],
) {
  const withoutScript = told.find((one) => one.withoutScript !== undefined)?.withoutScript ?? ''
  return {
    slug,
    bits: LIMITS.proofBits,
    withoutScript,
    fields: [
      { name: FIELDS.hinted, value: hinted },
      { name: FIELDS.submission, value: submission },
      { name: FIELDS.proof, value: withoutScript === '' ? proof : '' },
    ],
    submissionField: FIELDS.submission,
    proofField: FIELDS.proof,
  }
}

/** Anything that is too long for a proof is none. */
export function proofOf({ proof }: Person): { readonly proof?: string } {
  return proof === '' || proof.length > LIMITS.proofCharacters ? {} : { proof }
}

export function clientOf({ firstName, lastName, phone, email }: Person) {
  return {
    first_name: firstName,
    last_name: lastName === '' ? null : lastName,
    phone: phone === '' ? null : phone,
    email: email === '' ? null : email,
  }
}

export type Told = {
  readonly text: string
  /** A proof is asked for: what those are told whose browser runs no script. */
  readonly withoutScript?: string
}

/** Whether messages go to the phone by WhatsApp, as the procedures take it. */
export function whatsappOf({ whatsapp, phone }: Person): { readonly whatsapp?: true } {
  return whatsapp === '' || phone === '' ? {} : { whatsapp: true }
}

/** The tick for messages by WhatsApp. Null: the organization has no number. */
export function whatsappTick(
  { whatsapp }: Person,
  { channels }: { readonly channels: { readonly whatsapp: boolean } },
  texts: PersonTexts,
) {
  if (!channels.whatsapp) return null
  return { name: FIELDS.whatsapp, label: texts.whatsapp, isTicked: whatsapp !== '' }
}

/** A fault as the page shows it. Without a field it is of the whole. */
export type Fault = Told & { readonly field: string | null }

/** What can be seen to be wrong before anything is sent on. */
export function faultsOf(
  person: Person,
  texts: PersonTexts,
  offer: { readonly country: string },
): Fault[] {
  if (person.trap !== '') return [{ field: null, text: texts.trapped }]
  const read = inCountry(offer, () => Visitor.safeParse(clientOf(person)))
  const fields = read.success ? [] : read.error.issues.map(({ path }) => `client.${path.join('.')}`)
  if (person.notes.length > LIMITS.notesCharacters) fields.push('notes')
  if (person.phone === '' && person.email === '') fields.push('client.phone')
  return told(fields, person, texts)
}

/** @param errors as the procedures tell them */
export function refusedFaults(
  errors: readonly FieldError[],
  person: Person,
  texts: PersonTexts,
): Fault[] {
  return told(
    errors.map(({ field }) => field),
    person,
    texts,
  )
}

function told(fields: readonly string[], person: Person, texts: PersonTexts): Fault[] {
  return typedFields().flatMap((key) => {
    if (!fields.some((field) => field === SENT_AS[key])) return []
    return [{ field: FIELDS[key], text: wrongIn(person[key], key, texts) }]
  })
}

function wrongIn(text: string, key: Typed, { wrong, tooLong }: PersonTexts): string {
  if (text === '') return wrong[key].missing
  const { most } = KINDS[key]
  return key !== 'notes' && text.length > most ? tooLong(most) : wrong[key].invalid
}

function typedFields(): Typed[] {
  return Object.keys(SENT_AS) as Typed[]
}

const KINDS = {
  firstName: { type: 'text', autocomplete: 'given-name', most: LIMITS.firstNameCharacters },
  lastName: { type: 'text', autocomplete: 'family-name', most: LIMITS.lastNameCharacters },
  phone: { type: 'tel', autocomplete: 'tel', most: 40 },
  email: { type: 'email', autocomplete: 'email', most: 254 },
  notes: { type: 'text', autocomplete: '', most: LIMITS.notesCharacters },
} as const satisfies Record<Typed, object>

/** The fields of the form, in their order. */
export function formFields(person: Person, faults: readonly Fault[], texts: PersonTexts) {
  return typedFields().map((key) => {
    const name = FIELDS[key]
    return {
      name,
      value: person[key],
      label: texts.labels[key],
      hint: texts.hints[key],
      optional: key === 'lastName' || key === 'notes' ? texts.optional : '',
      fault: faults.find(({ field }) => field === name)?.text ?? '',
      lines: key === 'notes' ? 3 : 0,
      ...KINDS[key],
    }
  })
}
