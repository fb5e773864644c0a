/** All dialogs of the dashboard are the shared one: it keeps what was typed, begins in the first field and gives the focus back. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = path.resolve('apps/dashboard/src')

/** The shared dialog itself, and the sign-in that nothing closes. */
const MADE_OTHERWISE = new Set([
  'parts/dialog.tsx',
  'parts/leaving.tsx',
  'session/sign-in-again.tsx',
])

function faultsOf(source: string): readonly string[] {
  const imports = /import \{([^}]*)\} from '@mantine\/core'/u.exec(source)?.[1] ?? ''
  const faults = /\b(Modal|Drawer)\b/u.test(imports) ? ['its own dialog'] : []
  if (!/<(Dialog|SidePanel)\b/u.test(source)) return faults
  if (/<Group justify="flex-end"/u.test(source)) faults.push('buttons that scroll away')
  if (/variant="default"[^>]{0,40} onClick=\{(props\.)?onClose\}/u.test(source)) {
    faults.push('a button that drops what was typed')
  }
  return faults
}

it('finds a dialog that is made otherwise', () => {
  expect(faultsOf(`import { Button, Modal } from '@mantine/core'`)).toEqual(['its own dialog'])
  expect(
    faultsOf('<Dialog><Group justify="flex-end"><Button variant="default" onClick={onClose}>'),
  ).toEqual(['buttons that scroll away', 'a button that drops what was typed'])
})

it('each dialog of the dashboard is the shared one', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCE })
  expect(files.length).toBeGreaterThan(100)
  const found = files
    .filter((file) => !MADE_OTHERWISE.has(file))
    .map((file) => [file, faultsOf(readFileSync(path.join(SOURCE, file), 'utf8'))] as const)
    .filter(([, faults]) => faults.length > 0)
  expect(Object.fromEntries(found)).toEqual({})
})
