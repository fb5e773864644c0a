/** What is wrong with a field, in words for people; the service's own messages are for programs. */
import type { Refusal } from '@scheduling/client'
import { useCallback } from 'react'
import { LOCALES, useLanguage, type Language, type Texts } from './language.tsx'

type Fault = Pick<Refusal['errors'][number], 'field' | 'code'> & { readonly message?: string }
type Words = Readonly<Record<Fault['code'], string>>

const BOUNDED: ReadonlySet<Fault['code']> = new Set([
  'out_of_range',
  'too_short',
  'too_long',
  'too_many',
])

const pt: Words = {
  required: 'Preencha este campo.',
  invalid_type: 'O valor não é do tipo esperado.',
  invalid_value: 'Este valor não é aceito.',
  invalid_format: 'O formato não é válido.',
  offset_required: 'Falta o fuso horário.',
  minute_precision: 'Use minutos inteiros.',
  out_of_range: 'O valor está fora do permitido.',
  too_short: 'O texto é curto demais.',
  too_long: 'O texto é longo demais.',
  too_many: 'Há itens demais.',
  duplicate_item: 'Este item aparece duas vezes.',
  not_found: 'Isto não existe mais.',
  inactive: 'Isto está desativado.',
  read_only: 'Este valor não pode ser mudado.',
  already_in_use: 'Já está em uso.',
  mutually_exclusive: 'Não combina com outro campo.',
  booking_mode_mismatch: 'O serviço não é agendado desta forma.',
  type_mismatch: 'O tipo não combina com o serviço.',
  unknown_field: 'Este campo não existe.',
  template_syntax: 'O modelo tem um erro de sintaxe.',
  template_forbidden: 'O modelo usa algo que não é permitido.',
  template_result: 'O resultado do modelo não é válido.',
}

const en: Words = {
  required: 'Fill in this field.',
  invalid_type: 'The value does not have the expected type.',
  invalid_value: 'This value is not accepted.',
  invalid_format: 'The format is not valid.',
  offset_required: 'The time zone is missing.',
  minute_precision: 'Use whole minutes.',
  out_of_range: 'The value is out of range.',
  too_short: 'The text is too short.',
  too_long: 'The text is too long.',
  too_many: 'There are too many items.',
  duplicate_item: 'This item stands there twice.',
  not_found: 'This does not exist any more.',
  inactive: 'This is inactive.',
  read_only: 'This value cannot be changed.',
  already_in_use: 'It is already in use.',
  mutually_exclusive: 'It does not go together with another field.',
  booking_mode_mismatch: 'The service is not booked this way.',
  type_mismatch: 'The type does not match the service.',
  unknown_field: 'This field does not exist.',
  template_syntax: 'The template has a syntax error.',
  template_forbidden: 'The template uses something that is not allowed.',
  template_result: 'The result of the template is not valid.',
}

export const FAULT_TEXTS: Texts<Words> = { pt, en }

const ptFormats = {
  email: 'Não é um e-mail, como ana@example.com.',
  phone: 'Não é um telefone com DDD ou com código do país.',
  cpf: 'Não é um CPF: faltam dígitos, ou o dígito verificador não confere.',
}

/** What a value of a field looks like, where its format is all that is wrong. */
export const FORMAT_TEXTS: Texts<typeof ptFormats> = {
  pt: ptFormats,
  en: {
    email: 'This is not an e-mail address, such as ana@example.com.',
    phone: 'This is not a phone number with its area code or country code.',
    cpf: 'This is not a CPF: digits are missing, or the check digits are wrong.',
  },
}

const ptBounds = {
  least: 'No mínimo',
  most: 'No máximo',
  between: (least: string, most: string) => `Entre ${least} e ${most}.`,
  /** One, and several. */
  characters: ['caractere', 'caracteres'],
  entries: ['item', 'itens'],
}

const BOUND_TEXTS: Texts<typeof ptBounds> = {
  pt: ptBounds,
  en: {
    least: 'At least',
    most: 'At most',
    between: (least, most) => `Between ${least} and ${most}.`,
    characters: ['character', 'characters'],
    entries: ['entry', 'entries'],
  },
}

/** As the service writes bounds. */
const BOUND = /^At (least|most) (\d{1,15})( characters?| entries| keys)?\.$/
const RANGE = / between (\d{1,12}(?:\.\d\d)?) and (\d{1,12}(?:\.\d\d)?)\.$/

/** The bounds that a message of the service names, in words; null: it names none. */
export function boundText(message: string, language: Language): string | null {
  const t = BOUND_TEXTS[language]
  const written = (number: string): string =>
    new Intl.NumberFormat(LOCALES[language], {
      minimumFractionDigits: number.includes('.') ? 2 : 0,
    }).format(Number(number))
  const [, least, most] = RANGE.exec(message) ?? []
  if (least !== undefined && most !== undefined) return t.between(written(least), written(most))
  const [, side, count, unit] = BOUND.exec(message) ?? []
  if (count === undefined) return null
  const words = unit === undefined ? null : unit.startsWith(' char') ? t.characters : t.entries
  const name = words === null ? '' : ` ${words[count === '1' ? 0 : 1]}`
  return `${side === 'least' ? t.least : t.most} ${written(count)}${name}.`
}

/** What to say of a fault, beside its field. */
export function useFaultText(): (fault: Fault) => string {
  const { language } = useLanguage()
  return useCallback(
    ({ field, code, message = '' }) => {
      const formats: Readonly<Record<string, string>> = FORMAT_TEXTS[language]
      const name = field.split('.').at(-1) ?? field
      return (
        (code === 'invalid_format' ? formats[name] : undefined) ??
        (BOUNDED.has(code) ? boundText(message, language) : null) ??
        FAULT_TEXTS[language][code]
      )
    },
    [language],
  )
}
