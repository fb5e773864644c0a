/** `/docs`: what the service is, and where to begin. */
import type { OpenApiDocument } from '../openapi/document.ts'
import { downloadLinks } from './downloads.ts'
import { firstSentence } from './first-sentence.ts'
import { GUIDES, guideText, type Guide } from './guides.ts'
import { inPortuguese } from './language.ts'
import { chapterPath } from './reference-pages.ts'

export function homeText(document: OpenApiDocument): string {
  const start = GUIDES.find(({ file }) => file === 'getting-started.md')
  const guides = (chapter: string) =>
    GUIDES.filter(
      (guide) => guide.language === 'en' && guide.chapter === chapter && guide !== start,
    ).map(entryOf)
  const chapters = (document.tags ?? []).map(
    ({ name, description }) => `- [${name}](${chapterPath(name)}): ${description ?? ''}`,
  )
  return `# Scheduling API

An HTTP API for clinics, salons and studios: professionals, services, clients, free slots, appointments without double
booking, an online queue, deposits, and signed webhooks.

${start === undefined ? '' : `**New here?** [${start.title}](${start.path}) takes you from an API key to a first booking, a first webhook and a first poll.`}

## Guides

${[...guides('Start'), ...guides('Guides')].join('\n')}

## Webhooks

${guides('Webhooks').join('\n')}

## Reference

- [The API in general](/docs/reference): formats, pagination, errors, retries, rate limits.
${chapters.join('\n')}
- [Event types](/docs/events), [errors](/docs/errors), [limits](/docs/limits), [records](/docs/reference/records)

## Dashboards

${guides('Dashboards').join('\n')}

## For machines

- [\`/v1/openapi.json\`](/v1/openapi.json): the API as OpenAPI 3.1.
- As files: ${downloadLinks()}.
- [\`/llms.txt\`](/llms.txt): an index of these pages. [\`/docs/llms-api.txt\`](/docs/llms-api.txt): the API alone as one text. [\`/docs/llms-full.txt\`](/docs/llms-full.txt): all pages as one text.
- Each page is also available as Markdown: add \`.md\` to its address.

## More

${guides('More').join('\n')}
`
}

/** `/docs/pt`: what there is in Portuguese. */
export function homeTextInPortuguese(): string {
  const guides = GUIDES.filter(({ language }) => language === 'pt-BR').map(entryOf)
  return `# Scheduling API

Uma API HTTP para clínicas, salões e estúdios: profissionais, serviços, clientes, horários livres, agendamentos sem conflito, fila
on-line, sinais e webhooks assinados.

## Guias

${guides.join('\n')}
- [Erros](${inPortuguese('/docs/errors')}): o que significa cada código e o que fazer.

## Em inglês

- [Referência](/docs/reference): todas as rotas, com exemplos.
- [Tipos de evento](/docs/events), [limites](/docs/limits), [registros](/docs/reference/records).
- [Visão geral](/docs): todos os guias.
`
}

function entryOf(guide: Guide): string {
  return `- [${guide.title}](${guide.path}): ${firstSentence(guideText(guide, ''))}`
}
