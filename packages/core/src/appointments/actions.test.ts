import { describe, expect, it } from 'vitest'
import { Problem } from '../contract/problems.ts'
import {
  APPOINTMENT_ACTIONS,
  PERMITTED,
  PERMITTED_WITH_INVOICE,
  requireAction,
  requireClientNotice,
  TEAM_ACTIONS,
  type AppointmentAction,
} from './actions.ts'
import { docsTable } from '../testing/docs-table.ts'

const NO_RULES = { noShowOnlyAfterStart: false, cancellationWindowMinutes: null }
const START = Date.parse('2026-11-23T09:00:00-03:00')
const MINUTE_MS = 60_000

function refusal(...[action, appointment, rules, now]: Partial<Asked>): string | null {
  try {
    requireAction(
      action ?? 'cancel',
      { status: 'CONFIRMED', invoiceIssued: false, startsAt: new Date(START), ...appointment },
      rules ?? NO_RULES,
      now ?? START,
    )
    return null
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

type Asked = [
  AppointmentAction,
  Partial<Parameters<typeof requireAction>[1]>,
  Parameters<typeof requireAction>[2],
  number,
]

/** The rows of the table in a document that has these actions. */
function actionTable(actions: readonly AppointmentAction[]): string {
  const cell = (permitted: readonly AppointmentAction[]) => (action: AppointmentAction) =>
    permitted.includes(action) ? `✓${{ no_show: '\\*', cancel: '†' }[action as string] ?? ''}` : ''
  const rows = [
    ['Status', ...actions.map((action) => action.replaceAll('_', ' '))],
    ...Object.entries(PERMITTED).map(([status, permitted]) => [
      `\`${status}\``,
      ...actions.map(cell(permitted)),
    ]),
    ['any, invoice issued', ...actions.map(cell(PERMITTED_WITH_INVOICE))],
  ]
  return rows.map((row) => row.join(' | ')).join('\n')
}

describe('which status permits what', () => {
  it.each([
    ['appointments.md', APPOINTMENT_ACTIONS],
    ['dashboards/appointments.md', TEAM_ACTIONS],
  ])('is what %s says', (page, actions) => {
    const table = docsTable(page, '<!-- table: actions -->')
    expect(table.map((cells) => cells.join(' | ')).join('\n')).toBe(actionTable(actions))
  })

  it('has a row for every status, and an invoice never permits more than the status', () => {
    expect(Object.keys(PERMITTED)).toEqual([
      'PENDING',
      'CONFIRMED',
      'COMPLETED',
      'NO_SHOW',
      'CANCELLED_CLIENT',
      'CANCELLED_PROFESSIONAL',
    ])
    for (const permitted of Object.values(PERMITTED)) {
      expect(permitted).toEqual(expect.arrayContaining([...PERMITTED_WITH_INVOICE]))
    }
  })
})

describe('requireAction', () => {
  it('refuses by status first, then by invoice, then by the rules of the organization', () => {
    const rules = { noShowOnlyAfterStart: true, cancellationWindowMinutes: 60 }
    expect(refusal('cancel', { status: 'NO_SHOW' }, rules)).toBe('appointment_not_editable')
    expect(refusal('cancel', { invoiceIssued: true }, rules)).toBe('appointment_not_editable')
    expect(refusal('cancel', {}, rules)).toBe('action_not_allowed')
    expect(refusal('reschedule', {}, rules)).toBeNull()
    expect(
      refusal('edit_metadata', { status: 'CANCELLED_CLIENT', invoiceIssued: true }, rules),
    ).toBe(null)
  })

  it('lets a no-show be recorded from the very start on', () => {
    const rules = { ...NO_RULES, noShowOnlyAfterStart: true }
    expect(refusal('no_show', {}, rules, START - 1)).toBe('action_not_allowed')
    expect(refusal('no_show', {}, rules, START)).toBeNull()
    expect(refusal('no_show', {}, NO_RULES, START - 1)).toBeNull()
  })

  it('lets an appointment be cancelled until exactly the window before its start', () => {
    const rules = { ...NO_RULES, cancellationWindowMinutes: 90 }
    expect(refusal('cancel', {}, rules, START - 90 * MINUTE_MS)).toBeNull()
    expect(refusal('cancel', {}, rules, START - 90 * MINUTE_MS + 1)).toBe('action_not_allowed')
    const none = { ...NO_RULES, cancellationWindowMinutes: 0 }
    expect(refusal('cancel', {}, none, START)).toBeNull()
    expect(refusal('cancel', {}, none, START + 1)).toBe('action_not_allowed')
    expect(refusal('cancel', {}, NO_RULES, START + 1)).toBeNull()
  })
})

describe('requireClientNotice', () => {
  it.each([
    [60, -60 * MINUTE_MS, null],
    [60, -60 * MINUTE_MS + 1, /^Clients can .* until 60 minutes before/],
    [60, -1, /^Clients can /],
    [60, 0, /has started/],
    [0, -1, null],
    [0, 0, /has started/],
  ])('of %d minutes, %d ms from the start: %s', (clientNoticeMinutes, fromStart, refused) => {
    const ask = () =>
      requireClientNotice({ startsAt: new Date(START) }, { clientNoticeMinutes }, START + fromStart)
    if (refused === null) expect(ask).not.toThrow()
    else expect(ask).toThrow(refused)
  })
})
