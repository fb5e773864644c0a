import type { Chapter } from './limit-text.ts'

/** In tRPC's own form, so there is no example of it here. */
const REFUSED = { instead: 'The call is refused with `400 validation_error`.' }
const VISITOR_MESSAGES = 'what visitors book, move and are offered'
const UNSENT = { instead: 'The message is `SKIPPED`, and the call succeeds.' }
const BOOKING = '`publicBooking.book`, `publicBooking.joinQueue`, `publicBooking.joinWaitlist`'
const DEAD = { instead: 'The link is answered with `404 not_found`.' }

export const PUBLIC_BOOKING = {
  publicReadsPerAddressPerMinute: {
    says: 'Reads of visitors from one address (IPv6: one /64), within a minute',
    unit: '',
    where: '`publicBooking.*`, pictures of organizations',
    beyond: { instead: 'A minute of `429 rate_limited`, with `Retry-After`.' },
  },
  publicBookingsPerAddressPerHour: {
    says: 'Bookings of visitors without a valid `proof`, from one address (IPv6: one /64), accepted or refused, within an hour',
    unit: '',
    where: BOOKING,
    beyond: { instead: 'An hour of `429 rate_limited`, with `Retry-After`.' },
  },
  publicBookingsWithProofPerAddressPerHour: {
    says: 'Bookings of visitors with a valid `proof`, from one address, accepted or refused, within an hour',
    unit: '',
    where: BOOKING,
    beyond: { instead: 'An hour of `429 rate_limited`, with `Retry-After`.' },
  },
  publicBookingsWithoutProofPerOrganizationPerHour: {
    says: 'Bookings of visitors without a valid `proof`, for one organization from all addresses, accepted or refused, within an hour',
    unit: '',
    where: BOOKING,
    beyond: {
      instead:
        'For an hour, what comes without one is refused with `400 validation_error`, `required` on `proof`.',
    },
  },
  proofBits: {
    says: 'Zero bits at the beginning of the hash of a valid `proof`',
    unit: 'bits',
    where: BOOKING,
    beyond: { instead: 'With fewer, the booking counts as one without `proof`.' },
  },
  proofCharacters: {
    says: 'Length of `proof`',
    unit: 'characters',
    where: BOOKING,
    beyond: REFUSED,
  },
  publicChangesPerRecordPerHour: {
    says: 'Changes of one record with its link by one procedure, within an hour',
    unit: '',
    where: 'what a link cancels, moves, leaves or confirms',
    beyond: { instead: 'An hour of `429 rate_limited`, with `Retry-After`.' },
  },
  visitorMessagesPerContactPerDay: {
    says: 'Messages of one organization to one phone or e-mail that visitors cause, within 24 hours',
    unit: '',
    where: VISITOR_MESSAGES,
    beyond: UNSENT,
  },
  visitorMessagesPerContactOfAllPerDay: {
    says: 'Messages of all organizations to one phone or e-mail that visitors cause, within 24 hours',
    unit: '',
    where: VISITOR_MESSAGES,
    beyond: UNSENT,
  },
  messagesOfNewVisitor: {
    says: 'Messages beyond these, of an address that has caused none to this contact',
    unit: '',
    where: VISITOR_MESSAGES,
    beyond: UNSENT,
  },
  visitorMessagesPerContactAtMost: {
    says: 'Messages of all organizations to one contact, with those of new addresses',
    unit: '',
    where: VISITOR_MESSAGES,
    beyond: UNSENT,
  },
  depositCodeWaitMinutes: {
    says: 'How long the message that asks a visitor for a deposit waits for its payment code',
    unit: 'minutes',
    where: BOOKING,
    beyond: {
      instead: 'The message goes out without the code, with the link where it can be paid.',
    },
  },
  movesToldMinutes: {
    says: 'Between two messages about moves of one record by its link',
    unit: 'minutes',
    where: '`publicBooking.rescheduleAppointment`',
    beyond: { instead: 'The next message waits, and says where the record is by then.' },
  },
  linkGuessesPerAddress: {
    says: 'Links that do not work, from one address (IPv6: one /64)',
    unit: '',
    where: '`publicBooking.*`, pages of links',
    beyond: {
      instead: 'The address is blocked for links: `429 rate_limited`, with `Retry-After`.',
    },
  },
  linkGuessWindowMinutes: {
    says: 'Window in which links that do not work are counted',
    unit: 'minutes',
    where: '`publicBooking.*`, pages of links',
    beyond: { instead: 'Older ones do not count.' },
  },
  linkGuessBlockMinutes: {
    says: 'Block of an address after too many links that do not work',
    unit: 'minutes',
    where: '`publicBooking.*`, pages of links',
    beyond: { instead: 'The count starts again.' },
  },
  linkDays: {
    says: "How long a client's link works after its record has ended",
    unit: 'days',
    where: '`tracking_url`, `payment_url`, links in messages',
    beyond: DEAD,
  },
  openPublicBookings: {
    says: 'Bookings and places in a queue that are still ahead, made from one address with one name and phone or e-mail',
    unit: '',
    where: BOOKING,
    beyond: { instead: 'The call is refused with `409 action_not_allowed`.' },
  },
  openPublicBookingsOfContact: {
    says: 'The same with one phone or e-mail, whatever the names',
    unit: '',
    where: BOOKING,
    beyond: { instead: 'The call is refused with `409 action_not_allowed`.' },
  },
  publicBookingsPerContactPerDay: {
    says: 'Bookings and places in a queue, cancelled ones too, made from one address with one phone or e-mail within 24 hours; and as many wishes',
    unit: '',
    where: BOOKING,
    beyond: { instead: 'The call is refused with `409 action_not_allowed`.' },
  },
  openWishes: {
    says: 'What one address waits for on the waitlist at a time, with one name and phone or e-mail',
    unit: '',
    where: '`publicBooking.joinWaitlist`',
    beyond: { instead: 'The call is refused with `409 action_not_allowed`.' },
  },
  openWishesOfContact: {
    says: 'The same with one phone or e-mail, whatever the names',
    unit: '',
    where: '`publicBooking.joinWaitlist`',
    beyond: { instead: 'The call is refused with `409 action_not_allowed`.' },
  },
  wishesPerOrganization: {
    says: 'Confirmed wishes of an organization at a time',
    unit: '',
    where:
      '`publicBooking.joinWaitlist`, `publicBooking.confirmWish`, `waitlist.add`, `waitlist.confirm`',
    beyond: { instead: 'The call is refused with `409 action_not_allowed`.' },
  },
  unconfirmedWishesPerContact: {
    says: 'Wishes with one phone or e-mail that are not confirmed yet',
    unit: '',
    where: '`publicBooking.joinWaitlist`',
    beyond: {
      instead: 'The oldest of the address that left most of them ends: its status is `EXPIRED`.',
    },
  },
  unconfirmedWishesPerAddress: {
    says: 'The same from one address',
    unit: '',
    where: '`publicBooking.joinWaitlist`',
    beyond: {
      instead: 'The oldest of the address that left most of them ends: its status is `EXPIRED`.',
    },
  },
  unconfirmedWishesPerOrganization: {
    says: 'The same in one organization',
    unit: '',
    where: '`publicBooking.joinWaitlist`',
    beyond: {
      instead: 'The oldest of the address that left most of them ends: its status is `EXPIRED`.',
    },
  },
  unconfirmedWishHours: {
    says: 'How long a wish can be confirmed',
    unit: 'hours',
    where: '`publicBooking.confirmWish`, `waitlist.confirm`',
    beyond: { instead: 'The status of the wish is `EXPIRED`.' },
  },
  wishesRemovedAtOnce: {
    says: 'Wishes that one call takes off the waitlist',
    unit: '',
    where: '`waitlist.removeMany`',
    beyond: REFUSED,
  },
  wishDays: {
    says: 'Days from the first to the last of a wish, both included',
    unit: 'days',
    where: '`publicBooking.joinWaitlist`, `waitlist.add`',
    beyond: REFUSED,
  },
  wishHorizonDays: {
    says: 'How far from today the last day of a wish can be',
    unit: 'days',
    where: '`publicBooking.joinWaitlist`, `waitlist.add`',
    beyond: REFUSED,
  },
  offerMinutes: {
    says: 'How long offered time is held',
    unit: 'minutes',
    where: 'the waitlist',
    beyond: { instead: 'The offer lapses, and the next who waits is offered the time.' },
  },
  wishLapses: {
    says: 'Unanswered offers, after which a wish ends',
    unit: '',
    where: 'the waitlist',
    beyond: { instead: 'The status of the wish is `EXPIRED`.' },
  },
  wishKeptDays: {
    says: 'How long a wish is kept after it has ended',
    unit: 'days',
    where: '`waitlist.list`',
    beyond: { instead: 'It is deleted.' },
  },
  publicSlotDays: {
    says: 'Longest range of days in which visitors look for free times',
    unit: 'days',
    where: '`publicBooking.slots`, `publicBooking.listMoveSlots`',
    beyond: REFUSED,
  },
  publicSlotProfessionalDays: {
    says: 'Days times professionals that visitors look through at once, though a single day always works',
    unit: 'days',
    where: '`publicBooking.slots`, `publicBooking.listMoveSlots`',
    beyond: REFUSED,
  },
  publicSlotWaitSeconds: {
    says: 'How long a visitor waits while many look for free times',
    unit: 'seconds',
    where: '`publicBooking.slots`, `publicBooking.nextDates`, `publicBooking.listMoveSlots`',
    beyond: { instead: 'The call is refused with `429 rate_limited`.' },
  },
  submissionMinCharacters: {
    says: 'Minimum length of `submission_id`',
    unit: 'characters',
    where: BOOKING,
    beyond: REFUSED,
  },
} satisfies Chapter
