import { expect, it } from 'vitest'
import { minuteAt, placed, selected, snapped } from './place.ts'

const SHOWN = { from: 480, to: 1080 }
const BOX = { left: 100, top: 50, width: 600, height: 1200 }

it('a day goes from left to right, a week from top to bottom', () => {
  const span = { from: 540, to: 570 }
  expect(placed('day', span, SHOWN)).toEqual({
    left: '10%',
    width: '5%',
    top: '0%',
    height: '100%',
  })
  expect(placed('week', span, SHOWN, { lane: 1, lanes: 2 })).toEqual({
    top: '10%',
    height: '5%',
    left: '50%',
    width: '50%',
  })
})

it('what reaches beyond the shown hours ends where they do', () => {
  expect(placed('day', { from: 0, to: 1440 }, SHOWN)).toMatchObject({ left: '0%', width: '100%' })
})

it('the minute under a finger', () => {
  expect(minuteAt('day', { x: 400, y: 0 }, BOX, SHOWN)).toBe(780)
  expect(minuteAt('week', { x: 0, y: 350 }, BOX, SHOWN)).toBe(630)
  expect(minuteAt('day', { x: 0, y: 0 }, BOX, SHOWN)).toBe(480)
  expect(minuteAt('day', { x: 5000, y: 0 }, BOX, SHOWN)).toBe(1080)
  expect(minuteAt('day', { x: 5, y: 0 }, { ...BOX, width: 0 }, SHOWN)).toBe(480)
})

it('starts snap to steps, and stay within the date', () => {
  expect([snapped(547, 5), snapped(547, 15), snapped(-20, 5), snapped(1500, 15)]).toEqual([
    545, 540, 0, 1425,
  ])
})

it('a selection has whole steps, at least one, in both directions', () => {
  expect(selected(547, 610, 15)).toEqual({ from: 540, to: 615 })
  expect(selected(610, 547, 15)).toEqual({ from: 540, to: 615 })
  expect(selected(540, 540, 15)).toEqual({ from: 540, to: 555 })
  expect(selected(1439, 1440, 15)).toEqual({ from: 1425, to: 1440 })
})
