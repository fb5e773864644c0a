/** Faults that no test sees, and why that is right. By the id that `pnpm mutants` prints. */
export const UNSEEN: Readonly<Record<string, string>> = {
  // Booking
  '0132249567':
    'An appointment that can be moved always holds its time: the condition is for the type.',
  '09d60d9500': 'The quick way is not taken then, and the slow one marks the same cells.',
  '0177148d6f': 'At exactly that moment it looks up a deposit that nothing reads then.',
  '0324ea1317':
    'Behind the lock, no session of another service stands at that start: a second check.',
  f2bb0ae9b7: 'It chooses between two sentences for people, of one refusal.',
  // Holds
  '023f2f6439':
    'The limit of an organization is tested with the other limits (`rules/limits/records`).',
  '0dd182a7dc': 'Time of offers is no time of holds, so nothing more is freed: it spares the look.',
  // Idempotency
  '0917290c43': 'Two names of one object are never equal.',
  '195edd7a13': 'An answer has all three or none: the conditions are for the type.',
  '330e55da14': 'A clock of fractions never stands exactly at the deadline.',
  '3ccbcaecb0': 'Any eight bytes of the keyed hash are as good a lock.',
  '33e74e7523': 'Node joins the values of a repeated header: the condition is for the type.',
  // Delivery
  '02ed11ff36':
    'Events of an appointment are fanned out sooner if another record has its id, and still once.',
  '0cf81f8287': 'It only spares making the keys of a secret again.',
  '2aa7f60f0a': 'An address was read when it was saved: the condition is for the type.',
  // Masking
  '1fd603d593':
    'A process of its own shows where its lines go (`log.test.ts`). Faults are in the memory of the tests alone.',
  '0c55c20bcd': 'Without anything to look for, nothing is found: the condition spares the look.',
  // Rights
  '0f7119ed65': 'Without a description, the document has none either way: it is for the type.',
  '11be7e8c68': 'A limit that is undefined is none: the condition is for the type.',
  '13a8583b47': 'A feature that is undefined is none: the condition is for the type.',
  fd6390008a: 'A procedure of the dashboard has no status that anyone reads.',
  '959cdb0223': 'Calls by tRPC carry no Idempotency-Key: the line is for the type.',
  '0b11a303c2': 'A full memory of keys forgets one at a time then, and works as before.',
  '154a4acd46': 'The expression finds all three or none: the condition is for the type.',
  '0480bc4983': '`find` refuses a malformed key too, also without a query.',
  '19e4f3baa1': 'A full memory of keys forgets one more than a tenth then, and works as before.',
  // Retention
  d5d80b686c: 'The query always answers with a row: the value is for the type.',
  '82dbb5ae8f': 'The query always answers with a row: the value is for the type.',
  f6d5590238: 'It is tried once less before it is left for the next run.',
  f0f113cf8e: 'It is tried once less before it is left for the next run.',
  '2796f14861': 'The lane of a webhook that has nothing due ends at once: it spares the look.',
  '12ae2d73b1':
    'A lane that is woken in a standstill takes nothing: the condition spares the look.',
}
