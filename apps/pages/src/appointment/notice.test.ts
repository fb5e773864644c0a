import { describe, expect, it } from 'vitest'
import { whyNot } from './notice.ts'

type Asked = Parameters<typeof whyNot>[0]

function said(
  cancel: Asked['cannot_cancel'],
  move: Asked['cannot_reschedule'] = cancel,
  minutes = 1440,
  language: 'pt' | 'en' = 'pt',
) {
  const organization = { client_notice_minutes: minutes }
  const asked = { cannot_cancel: cancel, cannot_reschedule: move, organization } as Asked
  return whyNot(asked, language)
}

describe('why an appointment cannot be changed', () => {
  it.each([
    [1440, 'Faltam menos de 24 horas'],
    [2880, 'Faltam menos de 2 dias'],
    [60, 'Faltam menos de 1 hora'],
    [90, 'Faltam menos de 90 minutos'],
  ])('says a notice of %i minutes as people do', (minutes, words) => {
    expect(said('notice', 'notice', minutes)).toContain(words)
    expect(said('notice', 'notice', minutes)).toContain('Fale com a equipe')
  })

  it('says what only the team can do', () => {
    expect(said('team', null)).toBe('Para cancelar, fale com a equipe.')
    expect(said('team')).toBe('Para mudar ou cancelar, fale com a equipe.')
    expect(said('started')).toContain('já começou')
    expect(said('notice', 'notice', 120, 'en')).toContain('less than 2 hours away')
  })

  it('says nothing where it can be changed, or is over', () => {
    expect(said(null)).toBeNull()
    expect(said('over')).toBeNull()
  })
})
