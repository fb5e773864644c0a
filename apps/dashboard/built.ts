/** Where `vite build` writes the dashboard: a page, and files whose names change with their content. */
import { fileURLToPath } from 'node:url'

export const DASHBOARD_FOLDER = fileURLToPath(new URL('dist/', import.meta.url))

/** Stands in the page wherever the nonce of an answer belongs. */
export const NONCE_PLACE = '__NONCE__'
