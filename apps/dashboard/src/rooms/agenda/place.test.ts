import { expect, it } from 'vitest'
import { axisOf } from './axis.ts'
import { placed, selected, snapped } from './place.ts'

const AXIS = axisOf([{ from: 480, to: 1080, isFolded: false, visits: 0 }], {
  available: 600,
  least: 0.5,
  strip: 28,
})
const HOUR = { from: 540, to: 600 }

it('an agenda goes down, a timeline across', () => {
  expect(placed('down', AXIS, HOUR, { lane: 1, lanes: 2 })).toEqual({
    top: 60,
    height: 59,
    left: '50%',
    width: 'calc(50% - 1px)',
  })
  expect(placed('across', AXIS, HOUR)).toEqual({
    left: 60,
    width: 59,
    top: '0%',
    height: 'calc(100% - 1px)',
  })
})

it('what reaches beyond the shown hours ends where they do', () => {
  expect(placed('down', AXIS, { from: 0, to: 1440 })).toMatchObject({ top: 0, height: 599 })
})

it('starts snap to steps, and stay within the date', () => {
  const starts = [547, -20, 1500].map((minute) => snapped(minute, 5, 1440))
  expect([...starts, snapped(1500, 15, 1500)]).toEqual([545, 0, 1435, 1485])
})

it('a selection has whole steps, at least one, in both directions', () => {
  const select = (one: number, other: number) => selected(one, other, 15, 1440)
  expect(select(547, 610)).toEqual({ from: 540, to: 615 })
  expect(select(610, 547)).toEqual({ from: 540, to: 615 })
  expect(select(540, 540)).toEqual({ from: 540, to: 555 })
  expect(select(1439, 1440)).toEqual({ from: 1425, to: 1440 })
})
