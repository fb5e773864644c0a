/** `pnpm generate`: writes what is made of the SDK and of the client. */
import { writeFileSync } from 'node:fs'
import { generatedFiles } from './generated-files.ts'

for (const { name, location, text } of generatedFiles()) {
  writeFileSync(location, text)
  console.log(name)
}
