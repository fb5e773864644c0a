/** Faults that no test sees, and why that is right. By the id that `pnpm mutants` prints. */
export const UNSEEN: Readonly<Record<string, string>> = {
  // Booking
  '0132249567':
    'An appointment that can be moved always holds its time: the condition is for the type.',
  f2bb0ae9b7: 'It chooses between two sentences for people, of one refusal.',
  // Idempotency
  '04d68ddfec': 'Without a receipt nothing is rendered: both are null, or neither.',
  '0917290c43': 'Two names of one object are never equal.',
  '17203239be': 'A clock of fractions never stands exactly at the deadline.',
  '25bf44ff7d': 'Any eight bytes of the keyed hash are as good a lock.',
  // Masking
  '00f32b4c38': 'The table is twice as large, and finds the same.',
  '01be3782c9': 'Every factor finds the same; an odd one spreads better.',
  '0d10de8765': 'Every factor finds the same; this one spreads worse.',
  '0fcf34e31c': 'Every factor finds the same; this one is as good.',
  '02e082a385': 'Nothing marked is told as a row of zeros then, which covers nothing either.',
  '04c759ad92': 'Nothing marked is told as a row of zeros then, which covers nothing either.',
  '0c9e7473f2': 'The empty word is the first of an array of zeros, counted or not.',
  '0eb26a8eeb': 'One state more has room, and none is there.',
  '0e9b2975b4':
    'Escapes are undone before a second look, capital or not: this form is found there.',
  // Rights
  '060e027a89': 'It spares a second writing of when a key was last used, by two requests at once.',
  '07188ef472': 'Calls by tRPC carry no Idempotency-Key: the line is for the type.',
  '09311c2c76': 'A block that ends within this second lets one through a second early.',
  '0b11a303c2': 'A full memory of keys forgets one at a time then, and works as before.',
  // Retention
  '4b2f5228d1': 'The pause between two tries.',
  '4e01ed830a':
    'A lane that is woken in a standstill takes nothing: the condition spares the look.',
}
