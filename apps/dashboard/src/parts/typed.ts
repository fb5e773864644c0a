/** What was typed in an open dialog and is saved nowhere. A field is compared with how it was when it got the focus. */
import { useEffect, useState, type FocusEvent } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input:not([type=hidden]), textarea, select'
const open = new Set<Map<Field, string>>()

/** What was typed so far is saved: after it, only what is typed next counts. */
export function keepTyped(): void {
  keep()
  // A form that begins again empties its fields with the next painting.
  setTimeout(keep)
}

function keep(): void {
  for (const fields of open) for (const field of fields.keys()) fields.set(field, stateOf(field))
}

/** @returns what watches the fields of a place, and says whether something typed there would be lost */
export function useTyped() {
  const [fields] = useState(() => new Map<Field, string>())
  useEffect(() => {
    open.add(fields)
    return () => void open.delete(fields)
  }, [fields])
  const [watch] = useState(() => ({
    onFocusCapture({ currentTarget, target }: FocusEvent<HTMLElement>): void {
      // The focus in a dialog that lies above comes through as well.
      if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return
      for (const field of togetherWith(target, currentTarget)) {
        if (!fields.has(field)) fields.set(field, stateOf(field))
      }
    },
    isTyped: (): boolean =>
      [...fields].some(([field, before]) => field.isConnected && stateOf(field) !== before),
  }))
  return watch
}

/** The field, and with one of several radio buttons the others, of which one loses its mark. */
function togetherWith(target: HTMLElement, place: HTMLElement): readonly Field[] {
  if (!target.matches(FIELDS)) return []
  const field = target as Field
  if (field.type !== 'radio') return [field]
  const radios = place.querySelectorAll<HTMLInputElement>('input[type=radio]')
  return [...radios].filter(({ name }) => name === field.name)
}

function stateOf(field: Field): string {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
    return String(field.checked)
  }
  // Several choices stand beside the field, which is empty.
  return `${field.value} ${field.closest('.mantine-PillGroup-group')?.textContent ?? ''}`
}

/** Where a dialog begins: the first field of its form, or the chosen one of several radio buttons. */
export function markFirstField(place: HTMLElement | null): void {
  if (place === null || place.querySelector('[data-autofocus]') !== null) return
  const first = [...place.querySelectorAll<Field>(`form :is(${FIELDS}):not(:disabled)`)].at(0)
  if (first === undefined) return
  const all = togetherWith(first, place)
  const begin = all.find((one) => one.matches(':checked')) ?? first
  begin.setAttribute('data-autofocus', 'true')
}
