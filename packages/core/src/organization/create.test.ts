import { describe, expect, it } from 'vitest'
import { NewOrganization } from './create.ts'

const SLUG = NewOrganization.shape.slug

describe('the slug of an organization', () => {
  it.each(['clinica-aurora', 'abc', '24-horas', 'a'.repeat(60)])('may be %s', (slug) => {
    expect(SLUG.safeParse(slug).success).toBe(true)
  })

  it.each([
    ['ab', 'Expected 3 to 60'],
    ['a'.repeat(61), 'Expected 3 to 60'],
    ['Aurora', 'Expected 3 to 60'],
    ['clínica', 'Expected 3 to 60'],
    ['clinica_aurora', 'Expected 3 to 60'],
    ['-aurora', 'Expected 3 to 60'],
    ['aurora-', 'Expected 3 to 60'],
    ['clinica--aurora', 'Expected 3 to 60'],
    ['', 'Expected 3 to 60'],
    ['docs', 'in its own addresses'],
    ['calendar', 'in its own addresses'],
  ])('may not be "%s"', (slug, why) => {
    expect(SLUG.safeParse(slug).error?.issues[0]?.message).toContain(why)
  })
})
