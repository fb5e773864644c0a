const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => ESCAPES[one] ?? one)

/**
 * The text of a message as a page: everything in it is text.
 *
 * @param links addresses that we made: these alone can be clicked. Names are a stranger's words, and one who books with
 *   another person's e-mail could have us send a link of theirs.
 */
export function htmlOf(text: string, links: readonly string[]): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linked(paragraph, links).replaceAll('\n', '<br>\n')}</p>`)
  return `<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1f2430;background:#ffffff">
<div style="max-width:560px;margin:0 auto">
${paragraphs.join('\n')}
</div>
</body>
</html>
`
}

function linked(text: string, links: readonly string[]): string {
  let html = escaped(text)
  for (const link of new Set(links.map(escaped))) {
    html = html.replaceAll(link, () => `<a href="${link}">${link}</a>`)
  }
  return html
}
