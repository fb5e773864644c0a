/** The text of an answer, to a limit: an endless answer fills no memory. */

/** More than any answer of the API has. */
const MOST_BYTES = 32 * 1024 * 1024

/** @returns null for a longer one, of which the rest is left unread */
export async function readText(response: Response): Promise<string | null> {
  if (response.body === null) return response.text()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > MOST_BYTES) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}
