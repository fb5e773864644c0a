import { WEBHOOK_LIMITS } from '../limits.ts'
import type { Statement } from './syntax-tree.ts'
import { TemplateFault, type Position } from './template.ts'

/** Where the text read so far stands: outside a JSON string, inside one, or just after `\` in one. */
type Place = 'outside' | 'inside' | 'escaped'

/**
 * The two rules of a JSON body: an insertion ends in the filter `json` and stands outside quotes.
 * Together they make it impossible for a value to change the structure of the document. All ways
 * through the template are followed, so a quote opened in one branch must be closed in it.
 */
export function checkJsonInsertions(statements: readonly Statement[]): TemplateFault[] {
  const faults: TemplateFault[] = []
  const refuse = (
    code: 'template_syntax' | 'template_forbidden',
    message: string,
    at: Position,
  ) => {
    if (faults.length < WEBHOOK_LIMITS.templateTextFaults)
      faults.push(new TemplateFault(code, message, at))
  }

  const follow = (body: readonly Statement[], start: Place): Place => {
    let place = start
    for (const statement of body) {
      switch (statement.kind) {
        case 'text':
          place = readText(statement.text, place)
          break
        case 'insertion': {
          const { value } = statement
          if (value.kind !== 'filter' || value.name !== 'json') {
            const message =
              value.kind === 'choose'
                ? 'in a JSON body, an insertion must end with `json`: `{{ (a if b else c) | json }}`'
                : 'in a JSON body, an insertion must end with the filter `json`: `{{ id | json }}`'
            refuse('template_forbidden', message, statement.at)
          }
          if (place !== 'outside') {
            const message =
              'in a JSON body, do not put quotes around an insertion: `json` writes them; join texts with `~`'
            refuse('template_forbidden', message, statement.at)
          }
          break
        }
        case 'if': {
          const whenTrue = follow(statement.whenTrue, place)
          const whenFalse = follow(statement.whenFalse, place)
          if (whenTrue !== whenFalse) {
            const message = 'one branch of this `if` opens or closes a quote and the other does not'
            refuse('template_syntax', message, statement.at)
          }
          place = whenTrue
          break
        }
        case 'for': {
          const after = follow(statement.body, place)
          const whenEmpty = follow(statement.whenEmpty, place)
          if (after !== place || whenEmpty !== place) {
            const message = 'a quote opened inside this `for` must be closed inside it'
            refuse('template_syntax', message, statement.at)
          }
          break
        }
      }
    }
    return place
  }

  follow(statements, 'outside')
  return faults
}

function readText(text: string, start: Place): Place {
  let place = start
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (place === 'escaped') place = 'inside'
    else if (character === '"') place = place === 'inside' ? 'outside' : 'inside'
    else if (character === '\\' && place === 'inside') place = 'escaped'
  }
  return place
}
