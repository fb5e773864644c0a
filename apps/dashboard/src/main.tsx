/** The dashboard: see `app.tsx` for what stands around every page, and `frame/pages.ts` for the pages. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { tellNonce } from './nonce.ts'
import './styles.ts'

tellNonce()
const root = document.querySelector('#root')
if (root === null) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
