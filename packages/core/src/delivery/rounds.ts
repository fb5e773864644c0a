/** What the lanes of a process ask of the database, asked together. */
import type { Service } from '../context.ts'
import {
  claimAll,
  claimNext,
  giveBackAll,
  lookAheadAll,
  lookAheadInOrder,
  type Ahead,
  type Claimed,
  type Claiming,
  type GivingBack,
} from './claim.ts'
import { isChat } from './compose.ts'
import { gathering, withoutResults } from './gathering.ts'
import type { Seen } from './health.ts'
import { enterLanes, tellLanes, type Entered, type Entering, type Telling } from './lane-lease.ts'
import { record, type Recorded } from './ledger.ts'
import { patiently } from './patience.ts'
import type { Runner } from './statement.ts'
import { readSubscriptions, type Standing, type Subscription } from './subscription.ts'

/** Lanes, or rows, of one statement at the most. */
const MOST = 100

export type Rounds = {
  /** Reads a webhook and takes a free lane of it; null: there is no such webhook. */
  enter(webhookId: string, token: string): Promise<Entered | null>
  /** Reads it again; null: it is gone. */
  read(webhookId: string): Promise<Standing | null>
  claim(subscription: Subscription, token: string, most: number): Promise<readonly Claimed[]>
  /** What was claimed and not tried. */
  giveBack(webhookId: string, token: string, claimed: readonly Claimed[]): Promise<void>
  record(made: Recorded): Promise<void>
  /** Writes what a lane saw. */
  tell(webhookId: string, seen: Seen): Promise<void>
  /** Releases a lane; `seen` is what is still to be told. */
  leave(webhookId: string, token: string, seen: Seen | null): Promise<void>
  lookAhead(subscription: Pick<Subscription, 'id' | 'format'>): Promise<Ahead>
}

/**
 * Each question is one statement for all lanes that ask it at the time. A turn alone asks six of them; at a hundred
 * turns a second that alone would keep a processor busy.
 */
export function createRounds(service: Service, runner: Runner): Rounds {
  const { crypto } = service
  const enter = gathering<Entering, Entered | null>({
    most: MOST,
    keyOf: ({ webhookId }) => webhookId,
    together: (all) => enterLanes(runner, crypto, all, service.now()),
  })
  const read = gathering<string, Standing | null>({
    most: MOST,
    together: (all) => readSubscriptions(runner, crypto, all, service.now()),
  })
  const claim = gathering<Claiming, readonly Claimed[]>({
    most: MOST,
    keyOf: ({ subscription }) => subscription.id,
    together: (all) => claimAll(runner, all, service.now()),
  })
  const giveBack = gathering<GivingBack, void>({
    most: MOST,
    together: withoutResults((all) => giveBackAll(runner, all)),
  })
  const tell = gathering<Telling, void>({
    most: MOST,
    keyOf: ({ webhookId }) => webhookId,
    together: (all) => tellLanes(runner, all),
  })
  const lookAhead = gathering<string, Ahead>({
    most: MOST,
    together: (all) => lookAheadAll(runner, all, service.now()),
  })
  return {
    enter: (webhookId, token) => enter({ webhookId, token }),
    read,
    claim(subscription, token, most) {
      const asked = { subscription, token, most }
      return isChat(subscription) ? claimNext(runner, asked, service.now()) : claim(asked)
    },
    giveBack: (webhookId, token, claimed) => giveBack({ webhookId, token, claimed }),
    // What was sent must not be forgotten for a connection that broke: a repeated write changes nothing twice.
    record: gathering<Recorded, void>({
      most: MOST,
      together: withoutResults((all) => record(runner, all)),
      alone: (made) => patiently(() => record(runner, [made])),
    }),
    tell: (webhookId, seen) => tell({ webhookId, seen, token: null }),
    leave: (webhookId, token, seen) => tell({ webhookId, seen, token }),
    lookAhead: (subscription) =>
      isChat(subscription)
        ? lookAheadInOrder(runner, subscription.id, service.now())
        : lookAhead(subscription.id),
  }
}
