import { expect, it } from 'vitest'
import { FAULT_TEXTS } from '../../words/faults.ts'
import { PROBLEM_TEXTS } from '../../words/problems.ts'
import { fileFault, rowFaults } from './import-faults.ts'
import { IMPORT_TEXTS } from './import-texts.ts'

const WORDS = { t: IMPORT_TEXTS.pt, faults: FAULT_TEXTS.pt, problems: PROBLEM_TEXTS.pt }

it('names the column of each fault of a row, and what a row without a column has to have', () => {
  const errors = [
    { field: 'cpf', code: 'invalid_value' },
    { field: 'first_name', code: 'too_long' },
    { field: 'metadata.crm', code: 'too_long' },
  ] as const
  expect(rowFaults({ line: 3, code: 'validation_error', errors }, WORDS)).toEqual([
    'Coluna cpf: Não é um CPF: faltam dígitos, ou o dígito verificador não confere.',
    'Coluna first_name: O texto é longo demais.',
    'Coluna metadata.crm: O texto é longo demais.',
  ])
  const other = (code: 'client_identifier_required' | 'not_found') =>
    rowFaults({ line: 3, code, errors: [] }, WORDS)
  expect(other('client_identifier_required')).toEqual([
    'Informe um telefone, e-mail ou CPF do cliente.',
  ])
  expect(other('not_found')[0]).toMatch(/^Os dados deste cliente foram apagados/)
})

it.each([
  ['file.senha', 'unknown_field', /^A coluna senha não é conhecida/],
  ['file.external_id', 'required', /^Falta a coluna external_id/],
  ['file.email', 'duplicate_item', /^A coluna email aparece duas vezes/],
  ['file[12]', 'invalid_format', /^A linha 12 não combina/],
  ['file[12]', 'too_long', /^A linha 12 é longa demais/],
  ['file', 'invalid_format', /UTF-8/],
  ['file', 'too_many', /linhas ou colunas demais/],
  ['dry_run', 'invalid_type', null],
] as const)('says of %s %s what to do', (field, code, said) => {
  const told = fileFault({ errors: [{ field, code, message: 'No.' }] }, WORDS)
  if (said === null) expect(told).toBeNull()
  else expect(told).toMatch(said)
})
