/** A network between a store and its server that the tests cut, silence and mend. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { addressOf } from './stores.ts'

export type Wire = {
  readonly port: number
  /** Ends every connection and refuses new ones. */
  cut(): void
  /** Connections stay, bytes stop: a peer that is gone without a word. New connections say nothing either. */
  silence(): void
  /** Answers come, so many milliseconds late. */
  delay(milliseconds: number): void
  mend(): void
  close(): Promise<void>
}

export async function wireTo(targetPort: number): Promise<Wire> {
  let state: 'whole' | 'cut' | 'silent' = 'whole'
  let lateByMs = 0
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => undefined)
    if (state === 'cut') return void near.destroy()
    if (state === 'silent') return
    const far = connect(targetPort, '127.0.0.1')
    sockets.add(far)
    far.on('error', () => undefined)
    const pass = (from: Socket, to: Socket): void => {
      // What was silenced stays silent: a connection does not come back from the dead.
      let isDead = false
      from.on('data', (bytes) => {
        isDead ||= state === 'silent'
        if (isDead) return
        if (lateByMs > 0 && from === far) setTimeout(() => to.write(bytes), lateByMs)
        else to.write(bytes)
      })
      from.on('close', () => void (isDead || to.destroy()))
    }
    pass(near, far)
    pass(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    port: addressOf(server.address()).port,
    cut() {
      state = 'cut'
      endAll()
    },
    silence: () => void (state = 'silent'),
    delay: (milliseconds) => void (lateByMs = milliseconds),
    mend() {
      state = 'whole'
      lateByMs = 0
    },
    async close() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
