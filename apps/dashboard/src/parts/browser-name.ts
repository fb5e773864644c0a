/** What people call a browser, made of its `User-Agent`: `Chrome · Windows`. Null: it is none that is known. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

export function browserName(userAgent: string): string | null {
  const nameIn = (table: readonly (readonly [mark: string, name: string])[]) =>
    table.find(([mark]) => userAgent.includes(mark))?.[1]
  const browser = nameIn(BROWSERS)
  if (browser === undefined) return null
  return [browser, nameIn(SYSTEMS)].filter((name) => name !== undefined).join(' · ')
}
