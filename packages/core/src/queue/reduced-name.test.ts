import { expect, it } from 'vitest'
import { reducedName } from './reduced-name.ts'

it.each([
  ['Maria', 'Silva', 'Maria S.'],
  ['Maria Clara', 'de Souza Andrade', 'Maria A.'],
  ['Maria Clara', null, 'Maria C.'],
  ['Zé', null, 'Zé'],
  ['  Ana  ', '  ', 'Ana'],
  ['Ana', 'álvares', 'Ana Á.'],
  ['Ana', '👩‍⚕️ Lima 👩‍⚕️', 'Ana 👩‍⚕️.'],
])('%s %s is %s', (firstName, lastName, name) => {
  expect(reducedName({ firstName, lastName })).toBe(name)
})
