/** Faults that no test sees, and why that is right. By the id that `pnpm mutants` prints. */
export const UNSEEN: Readonly<Record<string, string>> = {}
