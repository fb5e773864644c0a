/** The settings by which the programs of assistants find the tools, as JSON. */

export function toolsAddress(origin: string): string {
  return `${origin}/mcp`
}

/** For a host that speaks HTTP. */
export function httpHost(origin: string, key: string): string {
  return written({
    type: 'http',
    url: toolsAddress(origin),
    headers: { Authorization: `Bearer ${key}` },
  })
}

/** For a host that only starts programs of this computer. */
export function stdioHost(origin: string, key: string): string {
  return written({
    command: 'npx',
    args: ['-y', `${origin}/docs/downloads/scheduling-cli.tgz`, 'mcp'],
    env: { SCHEDULING_URL: origin, SCHEDULING_API_KEY: key },
  })
}

function written(scheduling: object): string {
  return JSON.stringify({ mcpServers: { scheduling } }, null, 2)
}
