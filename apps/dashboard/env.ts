/** Settings of `vite`, the development server of the dashboard. The built dashboard has none. */

/** Where it finds the API. */
export const API_URL = process.env['API_URL'] ?? 'http://localhost:3000'
