/**
 * No text for callers names a package of ours to a program that would look for it in a public registry: a stranger who
 * registers the name there could collect the keys of our callers.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { GUIDES } from '../support/guides.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** What callers read: pages, help, texts of tools, READMEs of packages, and what programs write for them. */
const READ_BY_CALLERS = [
  'docs/*.md',
  'docs/{webhooks,dashboards}/**/*.md',
  'packages/{sdk,sdk-python,sdk-php,client}/**/*.{md,toml,json,php,py}',
  'apps/{cli,api,pages,dashboard}/**/*.{ts,tsx,js,md}',
  'packages/{core,events,messaging,webhooks}/**/*.{ts,md}',
]

/** Programs that install or run a package by its name, and what follows them in the line. */
const INSTALLS =
  /(?<![\w./-])(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun|deno)\s+(?:i|install|add|exec|dlx|x|update)|pipx?3?\s+(?:install|run)|uvx|uv\s+(?:add|pip\s+install)|composer\s+require)\s+([^\n`'"]*)/g

/** The same names elsewhere: addresses that lead to a registry, and words for a program that installs. */
const BY_ADDRESS =
  /(?:npm:|jsr:|esm\.sh\/|unpkg\.com\/|jsdelivr\.net\/npm\/|packagist\.org\/|pypi\.org\/)\S*|["']-y["'],\s*["'][^"']*|"args":\s*\["(?!-)[^"]*"/g

/** Of ours. Only an import may say one: what it means is in the folder of the program already. */
const OUR_NAME =
  /@scheduling\/[\w-]+|(?<![\w/.@-])scheduling(?:-(?:sdk|cli|client|python|php))?(?:\/sdk)?(?![\w./:-])/

/** Lines of a text that name one of our packages to a registry. */
function namedIn(text: string): string[] {
  const installed = [...text.matchAll(INSTALLS)].filter(([, what = '']) =>
    what.split(/\s+/).some((word) => OUR_NAME.test(word)),
  )
  const addressed = [...text.matchAll(BY_ADDRESS)].filter(([what]) => OUR_NAME.test(what))
  return [...installed, ...addressed].map(([line]) => line.trim())
}

/** Mentions that no import makes: what a reader would look for somewhere. */
function mentionedIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) =>
      /@scheduling\//.test(
        line.replaceAll(/(?:from|import\(|require\()\s*['"]@scheduling\/[\w-]+['"]/g, ''),
      ),
    )
}

const files = READ_BY_CALLERS.flatMap((glob) =>
  globSync(glob, { cwd: ROOT, exclude: (name) => name === 'node_modules' || name === 'dist' }),
)

describe('a text for callers', () => {
  it('installs nothing of ours from a public registry', () => {
    expect(files.length).toBeGreaterThan(300)
    const found = files.flatMap((file) =>
      namedIn(readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}: ${line}`),
    )
    expect(found).toEqual([])
  })

  it('names a package of ours in imports alone', () => {
    const pages = [
      ...GUIDES.map((file) => `docs/${file}`),
      ...files.filter((file) => /^(?:apps|packages)\/.*\.md$/.test(file)),
    ]
    const found = pages.flatMap((file) =>
      mentionedIn(readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}: ${line}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    'npx @scheduling/cli login',
    'npx -y @scheduling/cli@latest mcp',
    'npm install @scheduling/sdk',
    'npm i --save scheduling-sdk',
    'pnpm add @scheduling/client',
    'bun add @scheduling/sdk',
    'deno add npm:@scheduling/sdk',
    "import { Scheduling } from 'npm:@scheduling/sdk'",
    'pip install scheduling',
    'pip3 install --upgrade scheduling',
    'composer require scheduling/sdk',
    '"args": ["@scheduling/cli", "mcp"]',
    "args: ['-y', '@scheduling/cli', 'mcp']",
  ])('is found: %s', (line) => {
    expect(namedIn(line)).toHaveLength(line.includes('add npm:') ? 2 : 1)
  })

  it.each([
    'npm install http://localhost:3000/docs/downloads/scheduling-sdk.tgz',
    'pip install http://localhost:3000/docs/downloads/scheduling-1.0.0-py3-none-any.whl',
    "import { Scheduling } from '@scheduling/sdk'",
    'npx openapi-typescript http://localhost:3000/v1/openapi.json',
    '"args": ["-y", "http://localhost:3000/docs/downloads/scheduling-cli.tgz", "mcp"]',
  ])('is fine: %s', (line) => {
    expect([...namedIn(line), ...mentionedIn(line)]).toEqual([])
  })
})
