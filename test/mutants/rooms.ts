/** What the mutants live in, and the tests that should see them: the quickest first. */
export type Room = {
  readonly name: string
  readonly sources: readonly string[]
  readonly tests: readonly string[]
}

const core = 'packages/core/src'

export const ROOMS: readonly Room[] = [
  {
    name: 'booking',
    sources: [
      'book',
      'booking-client',
      'find-room',
      'hold',
      'identical',
      'choose-professional',
      'move',
      'change-status',
      'cancel',
    ].map((name) => `${core}/appointments/${name}.ts`),
    tests: [
      'test/contract/create-appointment.test.ts',
      'test/contract/reschedule-appointment.test.ts',
      'test/contract/cancel-appointment.test.ts',
      'test/contract/appointment-races.test.ts',
      'test/contract/emissions.test.ts',
      'test/contract/deposit-transitions.test.ts',
    ],
  },
]
