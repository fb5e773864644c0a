/** What the outcomes mean, for the document. An outcome that is not here is shown as it is. */
export const STANDARD_OUTCOMES: Readonly<Record<string, string>> = {
  ok: 'Done.',
  created: 'Created.',
  existing: 'The record already existed. It is returned unchanged, unless you asked for an update.',
  accepted: 'Accepted. The work is done in the background.',
  deleted: 'Deleted. The response has no body.',
}
