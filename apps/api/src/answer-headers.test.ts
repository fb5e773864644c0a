import { expect, it } from 'vitest'
import { answerHeaders } from './answer-headers.ts'

it('tells browsers to come by https where the service is seen so, and never to guess a type', () => {
  expect(answerHeaders('https://api.example.com')).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'Strict-Transport-Security': 'max-age=31536000',
  })
  expect(answerHeaders('http://localhost:3000')).toEqual({ 'X-Content-Type-Options': 'nosniff' })
})
