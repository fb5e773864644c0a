import path from 'node:path'

/** The folder of the package for n8n, which is a workspace of its own. */
export const N8N_PACKAGE = path.join(import.meta.dirname, '../../integrations/n8n')
