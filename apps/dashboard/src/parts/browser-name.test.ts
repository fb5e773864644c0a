import { expect, it } from 'vitest'
import { browserName } from './browser-name.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'

it.each([
  [`${CHROME} Chrome/140.0.0.0 Safari/537.36`, 'Chrome · Windows'],
  [`${CHROME} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge · Windows'],
  [`${IPHONE} (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari · iPhone'],
  [`${IPHONE} (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome · iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
  ['node', null],
  ['', null],
])('%s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
