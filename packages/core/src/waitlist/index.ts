import { router } from '../procedure/trpc.ts'
import { addOneWish } from './add.ts'
import { bookOffer } from './book-offer.ts'
import { confirmWish, declineOffer, getWish, leaveWaitlist } from './by-link.ts'
import { confirmOneWish } from './confirm.ts'
import { join } from './join.ts'
import { listWishes } from './list.ts'
import { offerToWish } from './offer.ts'
import { removeManyWishes, removeOneWish } from './remove.ts'

/** What the team does with those who wait. */
export const waitlist = router({
  list: listWishes,
  add: addOneWish,
  confirm: confirmOneWish,
  offer: offerToWish,
  remove: removeOneWish,
  removeMany: removeManyWishes,
})

/** What anybody can do without an account. */
export const openWaitlist = router({
  joinWaitlist: join,
  getWish,
  confirmWish,
  leaveWaitlist,
  declineOffer,
  bookOffer,
})
