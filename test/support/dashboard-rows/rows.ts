/** Every page and dialog of the dashboard: tests and pictures are made from this table. Each room has its rows in a file. */
import { FRAME_ROWS } from './frame.ts'
import type { DashboardRow } from './row.ts'

export const DASHBOARD_ROWS: readonly DashboardRow[] = [...FRAME_ROWS]
