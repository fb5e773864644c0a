/** A local date as a column of dates takes it: midnight UTC. @param date `YYYY-MM-DD` */
export function dayColumn(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}
