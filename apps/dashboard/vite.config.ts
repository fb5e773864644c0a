import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { API_URL } from './env.ts'

export default defineConfig({
  base: '/app/',
  plugins: [react()],
  // The server puts a nonce of its own there for each answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // Where `light-dark()` is known: what older browsers would get in its place needs styles that Mantine does not set.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A font or picture in the script would have to be allowed by the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: 'manifest.json',
    // What is needed to paint the agenda is one file.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'opening', tags: ['$initial'] }] } },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/trpc', '/download', '/import'].map((path) => [
        path,
        {
          target: API_URL,
          changeOrigin: true,
          // The API takes changes from pages of its own origin alone.
          headers: { origin: API_URL },
        },
      ]),
    ),
  },
})
