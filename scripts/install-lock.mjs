import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { PlainError } from './plain-error.mjs'

const BEAT_MILLISECONDS = 1_000
/** Without a beat for that long, the holder is gone (or its machine slept, and it will find itself replaced). */
const STALE_MILLISECONDS = 15_000

/** Runs `work` while no other process installs into this project; waits for its turn. */
export async function withInstallLock(project, work) {
  const lock = path.join(project, '.data/install.lock')
  const mark = `${process.pid} ${randomUUID()}`
  await take(lock, mark)
  const beat = setInterval(() => {
    if (holderOf(lock) === mark) utimesSync(lock, new Date(), new Date())
  }, BEAT_MILLISECONDS)
  const release = () => {
    if (holderOf(lock) === mark) rmSync(lock, { force: true })
  }
  process.on('exit', release)
  try {
    await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

async function take(lock, mark) {
  const mine = `${lock}.${process.pid}`
  try {
    mkdirSync(path.dirname(lock), { recursive: true })
    writeFileSync(mine, mark)
  } catch (error) {
    throw new PlainError(
      `${path.dirname(lock)} can't be written to (${error.code}). Another user may have made it: delete it, or ` +
        `give the project to yourself (sudo chown -R "$(id -u)" .).`,
    )
  }
  try {
    for (let hasSaid = false; !link(mine, lock);) {
      if (clearStale(lock)) continue
      if (!hasSaid)
        console.log(
          `Another run is installing (process ${holderOf(lock)?.split(' ')[0]}); waiting for it.`,
        )
      hasSaid = true
      await sleep(300)
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Gives the lock's name to a file that already has its content, so no one ever sees it empty. */
function link(mine, lock) {
  try {
    linkSync(mine, lock)
    utimesSync(lock, new Date(), new Date())
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Moves a dead holder's lock away. If it was replaced by a living one meanwhile, that one goes back. */
function clearStale(lock) {
  const seen = holderOf(lock)
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  if (seen === undefined) return true
  if (age < STALE_MILLISECONDS && isAlive(seen)) return false
  const aside = `${lock}.${randomUUID()}`
  try {
    renameSync(lock, aside)
  } catch {
    return true
  }
  if (holderOf(aside) !== seen) link(aside, lock)
  rmSync(aside, { force: true })
  return true
}

function isAlive(holder) {
  try {
    process.kill(Number.parseInt(holder, 10), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function holderOf(lock) {
  try {
    return readFileSync(lock, 'utf8')
  } catch {
    return undefined
  }
}
