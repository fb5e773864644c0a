import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'prisma/src/**/*.test.ts', 'apps/*/src/**/*.test.ts'],
        },
      },
    ],
  },
})
