/** Runs in the browser: the reference of this very server, with nothing fetched from elsewhere. */
Scalar.createApiReference('#reference', {
  url: '/v1/openapi.json',
  // Requests go to where the page came from, whatever name it was reached by.
  servers: [{ url: globalThis.location.origin }],
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'direct',
  persistAuth: false,
})
