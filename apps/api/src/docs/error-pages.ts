/** The error guide: one page per code, where the `type` of a problem leads. */
import { PROBLEM_CODES, PROBLEMS, type FieldCode, type ProblemCode } from '@scheduling/core'
import type { Route } from '../route-table.ts'
import { supportText, type Contact } from './contact.ts'
import { ERROR_WORDS, fieldRows, problemWords } from './error-words.ts'
import { exampleAnswer } from './example-answer.ts'
import { inPortuguese, type Language } from './language.ts'
import { slug, table } from './markdown.ts'
import { chapterPath } from './reference-pages.ts'

export function errorPath(code: ProblemCode, language: Language = 'en'): string {
  const path = `/docs/errors/${code}`
  return language === 'en' ? path : inPortuguese(path)
}

const WORTH_REPEATING: ReadonlySet<number> = new Set([429, 500, 503])

const EXAMPLES: Partial<Record<ProblemCode, { field: string; fieldCode: FieldCode }>> = {
  validation_error: { field: 'limit', fieldCode: 'out_of_range' },
  template_invalid: { field: 'template.body', fieldCode: 'template_forbidden' },
}

export function errorIndex(language: Language, contact: Contact): string {
  const words = ERROR_WORDS[language]
  const rows = PROBLEM_CODES.map((code) => [
    String(PROBLEMS[code].status),
    `[\`${code}\`](${errorPath(code, language)})`,
    problemWords(code, language).when,
  ])
  return `# ${words.index}

${words.intro}

${table([words.field, words.meaning], words.shape)}

${[words.again, supportText(contact, language)].filter((part) => part !== '').join('\n\n')}

## ${words.all}

${table([words.status, words.code, words.when], rows)}

## ${words.inErrors}

${fieldCodes(language)}
`
}

type Surroundings = {
  readonly routes: readonly Route[]
  readonly publicBaseUrl: string
  readonly language: Language
}

export function errorPage(
  code: ProblemCode,
  { routes, publicBaseUrl, language }: Surroundings,
): string {
  const words = ERROR_WORDS[language]
  const { title, when, remedy } = problemWords(code, language)
  const namesFields = code === 'validation_error' || code === 'template_invalid'
  return `# ${title}

${when}

${words.statusLine(PROBLEMS[code].status, code)}

## ${words.whatToDo}

${remedy}

${againText(code, language)}

## ${words.example}

${exampleAnswer({ code, ...EXAMPLES[code] }, publicBaseUrl)}
${namesFields ? `\n## ${words.inErrors}\n\n${fieldCodes(language)}\n` : ''}
## ${words.where}

${whereText(code, routes, language)}
`
}

function againText(code: ProblemCode, language: Language): string {
  const { maybeTwice, maySucceed, failsAgain } = ERROR_WORDS[language]
  if (code === 'outcome_unknown') return maybeTwice
  return WORTH_REPEATING.has(PROBLEMS[code].status) ? maySucceed : failsAgain
}

function whereText(code: ProblemCode, routes: readonly Route[], language: Language): string {
  const words = ERROR_WORDS[language]
  const answering = routes.filter((route) => route.endpoint.allProblems.includes(code))
  if (code === 'method_not_allowed') return words.anyMethod
  if (answering.length === routes.length) return words.everyRoute
  return [
    ...(code === 'not_found' ? [`- ${words.everyOtherPath}`] : []),
    ...answering.map(
      ({ method, path, endpoint: { rest } }) =>
        `- [${rest.summary}](${chapterPath(rest.tag)}#${slug(rest.summary)}): \`${method} ${path}\``,
    ),
  ].join('\n')
}

function fieldCodes(language: Language): string {
  const { code, meaning } = ERROR_WORDS[language]
  return table([code, meaning], fieldRows(language))
}
