/** What is generated is what the routes, procedures and schemas say. `pnpm generate` writes it again. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { generatedFiles } from './generated-files.ts'

it.each(generatedFiles())('$name is as the service declares it', ({ name, location, text }) => {
  expect(text).toBe(readFileSync(location, 'utf8'))
  if (name.startsWith('packages/client/')) expect(text.length).toBeLessThan(170_000)
})
