#!/usr/bin/env node
/** `scheduling`: see `docs/cli.md`. */
import { run } from './run.ts'

process.exitCode = await run(process.argv.slice(2))
