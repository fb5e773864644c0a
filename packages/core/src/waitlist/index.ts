import { router } from '../procedure/trpc.ts'
import { addOneWish } from './add.ts'
import { bookWish } from './book.ts'
import { confirmOneWish } from './confirm.ts'
import { listWishes } from './list.ts'
import { listOfferTimes } from './list-offer-times.ts'
import { offerToWish } from './offer.ts'
import { removeManyWishes, removeOneWish } from './remove.ts'

/** What the team does with those who wait. */
export const waitlist = router({
  list: listWishes,
  listOfferTimes,
  add: addOneWish,
  confirm: confirmOneWish,
  offer: offerToWish,
  book: bookWish,
  remove: removeOneWish,
  removeMany: removeManyWishes,
})
