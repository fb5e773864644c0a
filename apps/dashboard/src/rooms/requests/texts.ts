import type { Texts } from '../../words/language.tsx'

const pt = {
  title: 'Requisições',
  about:
    'O que os programas pediram com chaves de API, e o que aconteceu. Guardado por sete dias, sem o conteúdo.',
  none: 'Nenhuma requisição',
  noneFound: 'Nada combina com os filtros.',
  aboutNone: 'Nenhum programa chamou a API nos últimos sete dias. Com uma chave, ele pode.',
  toKeys: 'Chaves de API',
  filters: 'Filtros das requisições',
  request: 'Id da requisição',
  status: 'Resultado',
  statuses: { '2xx': 'Deu certo', '4xx': 'Recusada', '5xx': 'Falhou' },
  key: 'Chave',
  deletedKey: 'chave excluída',
  milliseconds: (ms: number) => `${ms} ms`,
  times: (count: number) => `${count} vezes`,
  replayed: 'resposta repetida',
  details: 'O que causou',
  reading: 'Procurando…',
  failed: 'Não foi possível procurar. Tente de novo.',
  noEvents: 'Não causou eventos.',
  moreEvents: 'Causou mais eventos do que os mostrados.',
  noDeliveries: 'nenhum webhook recebe este evento',
  unknown: 'Nenhuma requisição dos últimos sete dias tem este id.',
}

const en: typeof pt = {
  title: 'Requests',
  about:
    'What programs asked with API keys, and what became of it. Kept for seven days, without the content.',
  none: 'No requests',
  noneFound: 'Nothing matches the filters.',
  aboutNone: 'No program called the API in the last seven days. With a key it can.',
  toKeys: 'API keys',
  filters: 'Filters of requests',
  request: 'Request id',
  status: 'Result',
  statuses: { '2xx': 'Succeeded', '4xx': 'Refused', '5xx': 'Failed' },
  key: 'Key',
  deletedKey: 'deleted key',
  milliseconds: (ms: number) => `${ms} ms`,
  times: (count: number) => `${count} times`,
  replayed: 'repeated answer',
  details: 'What it caused',
  reading: 'Looking…',
  failed: 'It could not be looked up. Try again.',
  noEvents: 'It caused no events.',
  moreEvents: 'It caused more events than are shown.',
  noDeliveries: 'no webhook receives this event',
  unknown: 'No request of the last seven days has this id.',
}

export const REQUEST_TEXTS: Texts<typeof pt> = { pt, en }
