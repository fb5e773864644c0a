/** The page of the command line, run as someone would who follows it. */
import { readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RECEIVER } from '@scheduling/cli'
import { useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { CLI, openShell, type Shell } from '../../support/cli.ts'
import { EVERY_DAY } from '../../support/clinic.ts'
import { DOCS } from '../../support/guides.ts'

const PAGE = readFileSync(new URL('cli.md', DOCS), 'utf8')

/** Each command, with the output that is shown below it. */
const BLOCKS = [...PAGE.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?/gms)].map(
  ([, command = '', output]) => ({ command: command.trim(), output }),
)

/** What asks a person, runs until it is stopped, or needs an id. Their own tests run them. */
const NOT_RUN = /^npm|^scheduling (login$|listen|resend|events tail|logs)/

const api = useSharedApi()
let shell: Shell

beforeAll(async () => {
  api.setClock(Date.now)
  const { organization } = await openClinic(api, {
    organization: { livemode: false },
    hours: { weekdays: EVERY_DAY },
  })
  shell = openShell()
  const bin = path.join(shell.home, 'bin')
  await mkdir(bin)
  await writeFile(path.join(bin, 'scheduling'), `#!/bin/sh\nexec ${process.execPath} ${CLI} "$@"\n`)
  await chmod(path.join(bin, 'scheduling'), 0o755)
  const written = { API_KEY: organization.key, PATH: `${bin}:${process.env['PATH'] ?? ''}` }
  bash = openShell({}, ['bash', '-c'])
  paste = (command) =>
    bash.run([command.replaceAll('http://localhost:3000', api.url)], {
      env: { ...written, XDG_CONFIG_HOME: shell.home },
    })
})
afterAll(async () => {
  await bash.close()
  await shell.close()
})

let bash: Shell
let paste: (command: string) => ReturnType<Shell['run']>

/** Without what differs each time: ids, numbers, names, and how many times there are. */
function shape(text: string): string[] {
  return text
    .replaceAll(/\b(evt|key|whk|req)_\w+/g, '$1_')
    .replaceAll(/https?:\/\/\S+/g, 'URL')
    .replaceAll(/\S+config\.json/g, 'FILE')
    .replaceAll(/(?<= )\d\d:\d\d(?: \d\d:\d\d)*/g, 'TIMES')
    .replaceAll(/\d+/g, '0')
    .split('\n')
    .map((line) => line.trim())
}

describe('docs/cli.md', () => {
  it('exit 0: each command that can be run is run, in the order of the page', async () => {
    const run = BLOCKS.filter(({ command }) => !NOT_RUN.test(command))
    expect(run.length).toBeGreaterThanOrEqual(8)
    for (const { command, output } of run) {
      expect(command).toMatch(/^scheduling /)
      const { exit, out, err } = await paste(command)
      expect(exit, `${command}\n${out}\n${err}`).toBe(0)
      if (output === undefined) continue
      const printed = shape(`${out}${err}`)
      // Names of the demo, days and lines of times are those of another clinic.
      for (const line of shape(output)) {
        if (/^(?:Monday|Tuesday)|TIMES|Demo:|scopes|to Sunday/.test(line)) continue
        expect(printed, command).toContain(line)
      }
    }
  })

  it('has the bounds of the receiver', () => {
    expect(PAGE).toContain(`within ${RECEIVER.forwardMs / 1000} seconds`)
    expect(PAGE).toContain(`bodies of up to ${RECEIVER.bodyBytes / 2 ** 20} MB`)
    expect(PAGE).toContain(`the last ${RECEIVER.keptDeliveries} deliveries`)
  })

  it('names no option that a command does not have', async () => {
    for (const { command } of BLOCKS) {
      if (command.startsWith('npm ')) continue
      const [, words = ''] = /^scheduling ((?:[a-z]+ ?){0,2})/.exec(command) ?? []
      const name = /^(?:events|logs) /.test(words)
        ? words.trim().split(' ')
        : words.split(' ').slice(0, 1)
      const { out } = await shell.run([...name.filter((word) => word !== ''), '--help'])
      for (const [flag] of command.matchAll(/--[a-z-]+/g)) expect(out, command).toContain(flag)
    }
    const { out } = await shell.run(['listen', '--help'])
    for (const [, flag = ''] of PAGE.matchAll(/^\| `(--[a-z-]+)/gm)) expect(out).toContain(flag)
  })
})
