/**
 * `node apps/operator/bin/healthy.ts [PORT]`: asks /healthz of the process on this machine. Exits with 0 when it answers
 * 200 in two seconds, else with 1 and a line. For the health check of an image, which has no curl.
 *
 * Without PORT it asks a worker (WORKER_PORT) or an API (PORT), whichever setting is there.
 */
const [given] = process.argv.slice(2)
const port = given ?? process.env['WORKER_PORT'] ?? process.env['PORT'] ?? '3000'

try {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
    signal: AbortSignal.timeout(2000),
  })
  if (!answer.ok) throw new Error(`it answered ${answer.status}`)
} catch (error) {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  process.stderr.write(`Port ${port}: ${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exitCode = 1
}
