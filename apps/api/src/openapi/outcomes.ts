/** What the words of `success` mean, for the document; a word that is not here stands for itself. */
export const STANDARD_OUTCOMES: Readonly<Record<string, string>> = {
  ok: 'Done.',
  created: 'Created.',
  existing: 'The record already existed. It is returned unchanged, unless you asked for an update.',
  accepted: 'Accepted. The work is done in the background.',
  deleted: 'Deleted. The response has no body.',
}
