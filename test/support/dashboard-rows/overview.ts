import { shownRow, type DashboardRow } from './row.ts'

export const OVERVIEW_ROWS: readonly DashboardRow[] = [
  shownRow('Overview', '/overview', 'list', 'Ocupação por', 'Occupancy by', { isPage: true }),
  shownRow('First steps', '/', 'region', 'Primeiros passos', 'First steps', { isEmpty: true }),
  shownRow('Overview of a month', '/overview?period=month', 'list', 'Ocupação por', 'Occupancy by'),
  shownRow(
    'Overview of nothing',
    '/overview',
    'text',
    'Nenhum agendamento nestes dias.',
    'No appointment in these days.',
    { isEmpty: true },
  ),
  shownRow(
    'List behind a number',
    '/overview/appointments?of=booked',
    'list',
    'Agendados',
    'Booked',
  ),
  shownRow(
    'Empty list behind a number',
    '/overview/appointments?of=no_shows&from=2020-01-01&to=2020-01-02',
    'heading',
    'Nenhum agendamento',
    'No appointment',
  ),
]
