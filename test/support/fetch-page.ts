/** Pages over plain HTTP. */

/** As a browser: the page that answers a form stands at an address of its own. Other redirects are not followed. */
export async function fetchPage(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const location = response.headers.get('location') ?? ''
  if (init.method !== 'POST' || !location.includes('guardado=')) return response
  await response.arrayBuffer()
  const headers = new Headers(init.headers)
  headers.delete('content-type')
  return fetch(new URL(location, url), { headers, redirect: 'manual' })
}
