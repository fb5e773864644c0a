import { describe, expect, it } from 'vitest'
import { obstacleOf, type Subject } from './actions.ts'

const subject = (other: Partial<Subject> = {}): Subject => ({
  status: 'CONFIRMED',
  invoice_issued: false,
  deposit: null,
  ...other,
})

describe('obstacleOf', () => {
  it('leaves the mark alone once an invoice was issued', () => {
    const invoiced = subject({ invoice_issued: true })
    expect(obstacleOf('invoice', invoiced, true)).toBeNull()
    expect(obstacleOf('cancel', invoiced, true)).toBe('hasInvoice')
    expect(obstacleOf('delete', invoiced, true)).toBe('hasInvoice')
  })
  it('books again what is over, and nothing that is still to come', () => {
    const completed = { status: 'COMPLETED', invoice_issued: true } as const
    expect(obstacleOf('again', subject(completed), true)).toBeNull()
    expect(obstacleOf('again', subject(), true)).toBe('isConfirmed')
  })
  it('charges once at a time, and deletes nothing that money was asked for', () => {
    expect(obstacleOf('charge', subject(), true)).toBeNull()
    expect(obstacleOf('charge', subject(), false)).toBe('depositsOff')
    expect(obstacleOf('charge', subject({ deposit: { status: 'PAID' } }), true)).toBe('hasDeposit')
    expect(obstacleOf('charge', subject({ deposit: { status: 'EXPIRED' } }), true)).toBeNull()
    expect(obstacleOf('delete', subject({ deposit: { status: 'EXPIRED' } }), true)).toBe(
      'hadDeposit',
    )
  })
})
