/** Settings of `vite`, the server for whoever changes the dashboard. The built dashboard has none. */

/** Where it finds the API. */
export const API_URL = process.env['API_URL'] ?? 'http://localhost:3000'
