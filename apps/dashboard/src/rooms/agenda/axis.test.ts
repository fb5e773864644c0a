import { expect, it } from 'vitest'
import { along, axisOf, hoursOf, isSeen, minuteIn, piecesOf } from './axis.ts'

const h = (from: number, to: number) => ({ from: from * 60, to: to * 60 })
const DAY = [h(8, 18)]

type Case = {
  readonly open?: readonly (readonly { from: number; to: number }[])[]
  readonly taken?: readonly { from: number; to: number }[]
  readonly opened?: readonly number[]
  readonly length?: number
}

/** `8-18`; a strip is in brackets, with its visits. */
const written = ({ open = [], taken = [], opened = [], length = 1440 }: Case): string =>
  piecesOf({ open, taken, length, opened: new Set(opened.map((hour) => hour * 60)) })
    .map(({ from, to, isFolded, visits }) => {
      const hours = `${from / 60}-${to / 60}`
      return isFolded ? `[${hours}${visits > 0 ? ` ${visits}` : ''}]` : hours
    })
    .join(' ')

it.each<[string, Case, string]>([
  ['nothing is known', {}, '8-18'],
  ['one works', { open: [DAY] }, '8-18'],
  ['halves of hours', { open: [[{ from: 495, to: 1050 }]] }, '8-18'],
  ['a break at noon', { open: [[h(8, 12), h(14, 18)]] }, '8-18'],
  ['the hours of all', { open: [[h(7, 12)], [h(9, 19)], []] }, '7-19'],
  ['late into the evening', { open: [[h(8, 22)]] }, '8-22'],
  ['a third shift of the same person', { open: [[h(8, 12), h(13, 18), h(19, 22)]] }, '8-22'],
  ['one night shift', { open: [DAY, DAY, DAY, [h(20, 24)]] }, '8-18 [20-24]'],
  ['a night of one of two', { open: [DAY, [h(0, 4), h(20, 24)]] }, '[0-4] 8-18 [20-24]'],
  ['two nights of three', { open: [DAY, [h(20, 24)], [h(20, 24)]] }, '8-24'],
  ['two nights of five', { open: [DAY, DAY, DAY, [h(20, 24)], [h(19, 24)]] }, '8-18 [19-24]'],
  ['nights alone, closed by day', { open: [[h(0, 2), h(20, 24)]] }, '0-2 [2-20] 20-24'],
  ['that are opened', { open: [[h(0, 2), h(20, 24)]], opened: [2] }, '0-24'],
  ['the night before of one who works by day', { open: [[h(0, 2), h(9, 17)]] }, '[0-2] 9-17'],
  ['a visit beside the hours', { open: [DAY], taken: [{ from: 430, to: 480 }] }, '7-18'],
  ['a visit far from the hours', { open: [DAY], taken: [h(21, 22)] }, '8-18 [21-22 1]'],
  [
    'visits of a night',
    { open: [DAY, [h(20, 24)]], taken: [h(20, 21), h(22, 23), h(9, 10)] },
    '8-18 [20-24 2]',
  ],
  ['a night that is opened', { open: [DAY, [h(20, 24)]], opened: [20] }, '8-24'],
  ['a night before dawn that is opened', { open: [DAY, [h(0, 4)]], opened: [0] }, '0-4 [4-8] 8-18'],
  ['visits, and no hours', { taken: [h(10, 11), h(12, 13)] }, '10-13'],
  ['a short day', { open: [[h(8, 23)]], length: 1380 }, '8-23'],
  ['around the clock', { open: [[h(0, 24)]] }, '0-24'],
])('%s', (_, given, expected) => {
  expect(written(given)).toBe(expected)
})

const AXIS = axisOf(
  piecesOf({
    open: [DAY, [h(20, 24)]],
    taken: [],
    length: 1440,
    opened: new Set(),
  }),
  { available: 628, least: 0.5, strip: 28 },
)

it('hours fill what there is, strips stay small', () => {
  expect([AXIS.size, AXIS.pxPerMinute]).toEqual([628, 1])
  expect(hoursOf(AXIS)).toEqual([480, 540, 600, 660, 720, 780, 840, 900, 960, 1020])
})

it('hours are never smaller than can be read', () => {
  const tight = axisOf(AXIS.pieces, { available: 100, least: 0.9, strip: 28 })
  expect([tight.size, tight.pxPerMinute]).toEqual([568, 0.9])
})

it.each([
  [0, 0],
  [480, 0],
  [540, 60],
  [1080, 600],
  [1140, 600],
  [1200, 600],
  [1320, 614],
  [1440, 628],
])('minute %i stands at pixel %i', (minute, px) => {
  expect(along(AXIS, minute)).toBe(px)
})

it.each([
  [-50, 480],
  [0, 480],
  [60, 540],
  [599, 1079],
  [600, 1200],
  [627, 1200],
  [5000, 1200],
])('at pixel %i stands minute %i', (px, minute) => {
  expect(minuteIn(AXIS, px)).toBe(minute)
})

it('what is folded is not seen, what reaches into shown hours is', () => {
  expect(isSeen(AXIS, h(21, 22))).toBe(false)
  expect(isSeen(AXIS, h(17, 19))).toBe(true)
  expect(isSeen(AXIS, { from: 480, to: 480 })).toBe(true)
  expect(isSeen(AXIS, h(18, 19))).toBe(false)
})
