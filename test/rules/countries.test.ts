import { COUNTRIES } from '@scheduling/core'
import { expect, it } from 'vitest'
import { countriesIn, COUNTRY_CODES } from '@scheduling/dashboard/countries'

it('are those in the dashboard that the server accepts, each with a name', () => {
  expect(COUNTRY_CODES).toEqual(COUNTRIES)
  for (const locale of ['pt-BR', 'en']) {
    expect(countriesIn(locale).filter(({ value, label }) => value === label)).toEqual([])
  }
})
