/** Templates and chat messages, with every limit changed. */
import { itFollows, to } from '../../support/changed-limits.ts'
import { sampleEvent } from '@scheduling/events'
import {
  chatMessage,
  checkMessageTemplate,
  checkTemplate,
  type ChatMessageOptions,
  type CheckContext,
  type WebhookTemplate,
} from '@scheduling/webhooks'
import { describe, expect, it } from 'vitest'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const timezone = 'America/Sao_Paulo'
const event = sampleEvent('appointment.created', { organizationId: 1, timezone, now: NOW })

const context: CheckContext = {
  event,
  organization: { name: 'Clínica Bem-Estar', timezone },
  secretNames: [],
  events: [{ type: 'appointment.created', changes: null }],
  now: NOW,
  elapsedMs: () => 0,
}

/** As in `template.body template_result: the result is larger than 64 KB`. */
function errorsOf(changes: Partial<WebhookTemplate>, more: Partial<CheckContext> = {}): string[] {
  const plain = {
    method: 'POST',
    content_type: 'text/plain',
    body: '',
    headers: {},
    query: {},
  } as const
  return checkTemplate({ ...plain, ...changes }, { ...context, ...more }).map(
    ({ field, code, message }) => `${field} ${code}: ${message}`,
  )
}

const bodyErrors = (body: string) => errorsOf({ body })

function messageOf(more: Partial<ChatMessageOptions>) {
  return chatMessage(event, {
    organization: { name: 'Clínica Bem-Estar', timezone, language: 'en' },
    showFullPersonalData: true,
    messageTemplate: null,
    recordUrl: null,
    now: NOW,
    elapsedMs: () => 0,
    ...more,
  })
}

/** A stopwatch that says 0, and after that so much. */
function stopwatch(milliseconds: number): () => number {
  let asked = 0
  return () => ((asked += 1) === 1 ? 0 : milliseconds)
}

describe('a template follows', () => {
  itFollows('templates', {
    templateBytes() {
      const most = to('templateBytes')
      expect(bodyErrors('x'.repeat(most))).toEqual([])
      expect(bodyErrors('x'.repeat(most + 1))).toEqual([
        `template too_long: The template is larger than ${most / 1024} KB.`,
      ])
    },
    templateResultBytes() {
      const most = to('templateResultBytes')
      const body = (bytes: number) => `{% for n in [1, 2] %}${'x'.repeat(bytes / 2)}{% endfor %}`
      expect(bodyErrors(body(most))).toEqual([])
      expect(bodyErrors(body(most + 2)).join()).toContain(`larger than ${most / 1024} KB`)
      const value = `{{ ("${'x'.repeat(1500)}" | replace("x", "xxx")) | length }}`
      expect(bodyErrors(value).join()).toContain(`a value is larger than ${most / 1024} KB`)
    },
    templateMilliseconds() {
      const most = to('templateMilliseconds')
      expect(errorsOf({ body: 'x' }, { elapsedMs: stopwatch(most) })).toEqual([])
      const late = errorsOf({ body: 'x' }, { elapsedMs: stopwatch(most + 1) })
      expect(late.join()).toContain(`rendering takes longer than ${most} ms`)
    },
    templateNestedLoops() {
      const loops = (count: number) =>
        '{% for n in [1] %}'.repeat(count) + '{% endfor %}'.repeat(count)
      expect(bodyErrors(loops(to('templateNestedLoops')))).toEqual([])
      const refused = bodyErrors(loops(to('templateNestedLoops') + 1)).join()
      expect(refused).toContain(`at most ${to('templateNestedLoops')} loops can be nested`)
    },
    templateDepth() {
      const most = to('templateDepth')
      const brackets = (count: number) => `{{ ${'('.repeat(count)}id${')'.repeat(count)} }}`
      expect(bodyErrors(brackets(most / 4))).toEqual([])
      expect(bodyErrors(brackets(most + 1)).join()).toContain('nested too deeply')
      const nots = (count: number) => `{% if ${'not '.repeat(count)}id %}{% endif %}`
      expect(bodyErrors(nots(most / 4))).toEqual([])
      expect(bodyErrors(nots(most + 1)).join()).toContain('template_forbidden')
      const blocks = (count: number) => '{% if id %}'.repeat(count) + '{% endif %}'.repeat(count)
      expect(bodyErrors(blocks(most / 4))).toEqual([])
      expect(bodyErrors(blocks(most + 1)).join()).toContain('nested too deeply')
    },
    templateNodes() {
      expect(bodyErrors('{{ id }}'.repeat(to('templateNodes') / 4))).toEqual([])
      expect(bodyErrors('{{ id }}'.repeat(to('templateNodes'))).join()).toContain('too many parts')
    },
    templateSteps() {
      const loop = (turns: number) => {
        const numbers = Array.from({ length: 16 }, (_, index) => index).join(',')
        return `{% for n in [${numbers}] %}${'{{ id }}'.repeat(turns)}{% endfor %}`
      }
      expect(bodyErrors(loop(1))).toEqual([])
      const heavy = `{{ "${'x'.repeat(900)}" | replace("x", "y")${' | upper'.repeat(9)} | length }}`
      const many = `{% for n in [1,2,3,4,5,6,7,8] %}${heavy}{% endfor %}`
      expect(bodyErrors(many).join()).toContain('too many steps')
    },
    templateNameCharacters() {
      const most = to('templateNameCharacters')
      const named = (count: number) => `{% for ${'n'.repeat(count)} in [1] %}{% endfor %}`
      expect(bodyErrors(named(most))).toEqual([])
      expect(bodyErrors(named(most + 1)).join()).toContain(`at most ${most} characters`)
    },
    templateTextFaults() {
      const most = to('templateTextFaults')
      expect(bodyErrors('{{ x }}'.repeat(most + 3))).toHaveLength(most)
    },
    templateFaults() {
      const faulty = '{{ x }}'.repeat(to('templateTextFaults'))
      const errors = errorsOf({
        body: faulty,
        headers: { A: faulty, B: faulty },
        query: { c: faulty },
      })
      expect(errors).toHaveLength(to('templateFaults'))
    },
    chatTitleCharacters() {
      const most = to('chatTitleCharacters')
      const title = (count: number) => messageOf({ messageTemplate: 'x'.repeat(count) }).title
      expect(title(most)).toBe('x'.repeat(most))
      expect(title(most + 1)).toBe(`${'x'.repeat(most - 1)}…`)
    },
    chatValueCharacters() {
      const lengths = messageOf({}).fields.map(({ value }) => value.length)
      expect(Math.max(...lengths)).toBe(to('chatValueCharacters'))
    },
  })

  it('messageTemplateCharacters, where a title is checked', () => {
    const check = (count: number) =>
      checkMessageTemplate('x'.repeat(count), { ...context, showFullPersonalData: true }, null)
    expect(check(to('messageTemplateCharacters'))).toEqual([])
    expect(check(to('messageTemplateCharacters') + 1)).toMatchObject([{ code: 'too_long' }])
  })
})
