import { FORMAT_TEXTS } from '../../words/faults.ts'
import type { Texts } from '../../words/language.tsx'

const pt = {
  gone: 'Os dados deste cliente foram apagados, ou o cadastro foi unido a outro.',
  inColumn: (column: string, said: string) => `Coluna ${column}: ${said}`,
  columns: {
    ...FORMAT_TEXTS.pt,
    birth_date: 'Não é uma data como 1988-04-23.',
    metadata: 'Não é o que o arquivo baixado tem nesta coluna.',
    id: 'Não é o número que o arquivo baixado tem nesta coluna.',
  },
  longRow: (line: string) =>
    `A linha ${line} é longa demais, ou tem uma aspa que não foi fechada. Corrija e envie de novo.`,
  brokenRow: (line: string) =>
    `A linha ${line} não combina com a primeira: tem células demais, ou uma aspa fora do lugar. Corrija e envie de novo.`,
  noColumn: (column: string) =>
    `Falta a coluna ${column}. Dê esse nome a uma coluna da primeira linha.`,
  columnTwice: (column: string) => `A coluna ${column} aparece duas vezes. Apague uma delas.`,
  unknownColumn: (column: string) =>
    `A coluna ${column} não é conhecida. Mude o nome dela na primeira linha, ou apague a coluna.`,
  file: {
    required: 'O arquivo está vazio. A primeira linha dá nome às colunas.',
    invalid_format: 'O arquivo não está em UTF-8. No Excel, salve-o como “CSV UTF-8”.',
    invalid_type: 'O arquivo não é um CSV.',
    too_long: 'O arquivo é grande demais. Divida-o em dois.',
    too_many: 'O arquivo tem linhas ou colunas demais. Divida-o em dois.',
  },
}

const en: typeof pt = {
  gone: 'The data of this client was erased, or the record was merged into another.',
  inColumn: (column, said) => `Column ${column}: ${said}`,
  columns: {
    ...FORMAT_TEXTS.en,
    birth_date: 'This is not a date such as 1988-04-23.',
    metadata: 'This is not what a downloaded file has in this column.',
    id: 'This is not the number that a downloaded file has in this column.',
  },
  longRow: (line) =>
    `Line ${line} is too long, or has a quote that is never closed. Correct it and send the file again.`,
  brokenRow: (line) =>
    `Line ${line} does not go with the first one: it has too many cells, or a quote out of place. Correct it and send the file again.`,
  noColumn: (column) =>
    `The column ${column} is missing. Give a column of the first line this name.`,
  columnTwice: (column) => `The column ${column} is there twice. Delete one of them.`,
  unknownColumn: (column) =>
    `The column ${column} is not known. Change its name in the first line, or delete the column.`,
  file: {
    required: 'The file is empty. Its first line names the columns.',
    invalid_format: 'The file is not in UTF-8. In Excel, save it as “CSV UTF-8”.',
    invalid_type: 'The file is not CSV.',
    too_long: 'The file is too large. Split it in two.',
    too_many: 'The file has too many rows or columns. Split it in two.',
  },
}

export const IMPORT_TEXTS: Texts<typeof pt> = { pt, en }
